/*
 * Names of functions as people want to read them: without arguments, without the traces of
 * mangling. For every format whose symbols come from C++, Rust, Java or Go.
 *
 *     std::vector<int>::push_back(int const&)          std::vector<int>::push_back
 *     Foo::operator()(int) const                       Foo::operator()
 *     f(int)::{lambda(char)#1}::operator()(char)       f(int)::{lambda(char)#1}::operator()
 *     (anonymous namespace)::work(int)                 (anonymous namespace)::work
 *     net/http.(*Client).Do                            net/http.(*Client).Do
 *     Lorg/x/Foo;::bar                                 org/x/Foo;::bar
 *     RegExp:/(a+)+b/                                  RegExp:/(a+)+b/
 */
#ifndef COLLAPSE_NAMES_FRAME_NAME_H
#define COLLAPSE_NAMES_FRAME_NAME_H

#include <stdbool.h>

#include "common/buf.h"

/*
 * Is that V8's code of a regular expression, "RegExp:(a+)+b" or "RegExp: (a+)+b"? Then all behind the
 * colon is the pattern, whose brackets and arrows mean nothing.
 */
bool frame_name_is_pattern(struct str symbol, bool jit);

/*
 * The tidy name, a part of symbol or bytes in scratch. `jit` says that the code was made by a
 * virtual machine, where a class path may lack its ';'.
 */
struct str frame_name_tidy(struct buf *scratch, struct str symbol, bool jit);

/* "std::vector<int>::push_back" as "std::vector<...>::push_back": bytes in scratch. */
struct str frame_name_elide_templates(struct buf *scratch, struct str name);

/* Without what compilers and linkers add: ".constprop.0", ".isra.3", ".cold", "@plt", … */
struct str frame_name_strip_suffixes(struct str name);

/*
 * Methods that a Java compiler inlined into one another, outermost first:
 * "Ljava/io/PrintStream;::println->Ljava/io/PrintStream;::print". What only holds an arrow,
 * "Foo::operator->() const" for one, is no chain.
 */
bool frame_name_is_chain(struct str symbol);
/* Takes the next method off a chain; false at its end. */
bool frame_name_next_inlined(struct str *chain, struct str *method);

#endif
