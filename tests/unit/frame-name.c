#include "collapse/names/frame-name.h"

#include "tests/unit/test.h"

struct pair {
	const char *symbol, *wanted;
};

#define CHECK_EACH(pairs, function) check_each((pairs), sizeof(pairs) / sizeof(*(pairs)), function)

static void check_each(const struct pair *pairs, size_t count,
	struct str (*function)(struct buf *scratch, struct str symbol))
{
	struct buf scratch = {0};

	for (size_t i = 0; i < count; i++)
		CHECK_STR(function(&scratch, str_of(pairs[i].symbol)), pairs[i].wanted);
	buf_release(&scratch);
}

static struct str tidy(struct buf *scratch, struct str symbol)
{
	return frame_name_tidy(scratch, symbol, false);
}

static struct str tidy_jit(struct buf *scratch, struct str symbol)
{
	return frame_name_tidy(scratch, symbol, true);
}

static struct str strip(struct buf *scratch, struct str symbol)
{
	(void)scratch;
	return frame_name_strip_suffixes(symbol);
}

static void arguments_go(void)
{
	static const struct pair pairs[] = {
		{"foo(int, char) const", "foo"},
		{"std::vector<int, std::allocator<int> >::push_back(int const&)",
			"std::vector<int, std::allocator<int> >::push_back"},
		{"std::function<void (int)>::swap(std::function<void (int)>&)",
			"std::function<void (int)>::swap"},
		{"{lambda(int)#2}::f(int)", "{lambda(int)#2}::f"},
		{"foo[abi:cxx11](int)", "foo[abi:cxx11]"},
		{"main.func1(0x1)", "main.func1"},
		{"StubRoutines (1)", "StubRoutines"},
	};

	CHECK_EACH(pairs, tidy);
}

static void arguments_of_a_scope_stay(void)
{
	static const struct pair pairs[] = {
		{"f(int)::{lambda(char)#1}::operator()(char) const",
			"f(int)::{lambda(char)#1}::operator()"},
		{"A::f(int (*)(char)) const::{lambda()#1}::operator()() const",
			"A::f(int (*)(char)) const::{lambda()#1}::operator()"},
		{"f()::g(int) volatile::h(int)", "f()::g(int) volatile::h"},
		{"f(int)::", "f(int)::"},
		{"f(a::b)", "f"},
		{"f(int::g", "f"},
	};

	CHECK_EACH(pairs, tidy);
}

static void operators_stay(void)
{
	static const struct pair pairs[] = {
		{"operator()(int)", "operator()"},
		{"Foo::operator() (int) const", "Foo::operator()"},
		{"bool operator<(A const&, B const&)", "bool operator<"},
		{"operator<< <char>(std::ostream&)", "operator<< <char>"},
		{"Foo::operator->() const", "Foo::operator->"},
		{"Foo::operator->*(int)", "Foo::operator->*"},
		{"Foo::operator[](unsigned long)", "Foo::operator[]"},
		{"Foo::operator std::function<void ()>() const",
			"Foo::operator std::function<void ()>"},
		{"my_operator(int)", "my_operator"},
		{"operators(int)", "operators"},
	};

	CHECK_EACH(pairs, tidy);
}

static void parentheses_of_names_stay(void)
{
	static const struct pair pairs[] = {
		{"(anonymous namespace)::work(int)", "(anonymous namespace)::work"},
		{"a::(anonymous namespace)::B<(anonymous namespace)::C>::f(int)",
			"a::(anonymous namespace)::B<(anonymous namespace)::C>::f"},
		{"net/http.(*Client).Do", "net/http.(*Client).Do"},
		{"decltype(auto) g<int>(int)", "decltype(auto) g<int>"},
		{"void (*get(int))(char)", "void (*get(int))"},
		{"<fn(i32) -> u8 as FnOnce<()>>::call_once",
			"<fn(i32) -> u8 as FnOnce<()>>::call_once"},
	};

	CHECK_EACH(pairs, tidy);
}

static void a_name_is_never_empty(void)
{
	static const struct pair pairs[] = {
		{"(int)", "(int)"}, {"", ""}, {"(anonymous", "(anonymous"}};

	CHECK_EACH(pairs, tidy);
}

static void rust_hashes_go(void)
{
	static const struct pair pairs[] = {
		{"core::ptr::drop_in_place::h0123456789abcdef", "core::ptr::drop_in_place"},
		{"_$LT$T$u20$as$u20$a..B$GT$::f::h0123456789abcdef", "<T as a::B>::f"},
		{"a$NO$b..c::h0123456789abcdef", "a$NO$b..c"},
		{"a$b::h0123456789abcdef", "a$b"},
		{"h0123456789abcdef", "h0123456789abcdef"},
		{"xh0123456789abcdeg", "xh0123456789abcdeg"},
	};

	CHECK_EACH(pairs, tidy);
}

static void java_class_marks_go(void)
{
	static const struct pair anywhere[] = {
		{"Lorg/x/Foo;::bar", "org/x/Foo;::bar"},
		{"LFoo;::bar", "LFoo;::bar"},
		{"Lorg/x/Foo", "Lorg/x/Foo"},
	};
	static const struct pair compiled[] = {
		{"Lorg/x/Foo", "org/x/Foo"},
		{"LazyCompile:*f /x.js", "LazyCompile:*f /x.js"},
	};

	CHECK_EACH(anywhere, tidy);
	CHECK_EACH(compiled, tidy_jit);
}

static void patterns_stay(void)
{
	static const struct pair anywhere[] = {
		{"RegExp: /(a+)+b/", "RegExp: /(a+)+b/"},
		{"RegExp:\\s*(\\d+|[a-z]+)", "RegExp:\\s*(\\d+|[a-z]+)"},
		{"RegExp::match(int)", "RegExp::match"},
	};
	static const struct pair compiled[] = {{"RegExp::(a+)", "RegExp::(a+)"}};

	CHECK_EACH(anywhere, tidy);
	CHECK_EACH(compiled, tidy_jit);
}

static void chains(void)
{
	struct str chain = STR("La/B;::f->La/C;::g"), method;

	CHECK(frame_name_is_chain(chain));
	CHECK(frame_name_next_inlined(&chain, &method));
	CHECK_STR(method, "La/B;::f");
	CHECK(frame_name_next_inlined(&chain, &method));
	CHECK_STR(method, "La/C;::g");
	CHECK(!frame_name_next_inlined(&chain, &method));
}

static void arrows_that_are_no_chain(void)
{
	CHECK(!frame_name_is_chain(STR("Foo::operator->() const")));
	CHECK(!frame_name_is_chain(STR("operator->foo")));
	CHECK(!frame_name_is_chain(STR("fn(i32) -> u8")));
	CHECK(!frame_name_is_chain(STR("a->")));
	CHECK(!frame_name_is_chain(STR("->a")));
	CHECK(!frame_name_is_chain(STR("RegExp:a->b")));
	CHECK(!frame_name_is_chain(STR("a")));
	CHECK(!frame_name_is_chain(STR("")));
}

static void templates_are_elided(void)
{
	static const struct pair pairs[] = {
		{"std::vector<int, std::allocator<int> >::push_back",
			"std::vector<...>::push_back"},
		{"A<B<C>>::operator<<", "A<...>::operator<<"},
		{"operator< <int>", "operator< <...>"},
		{"<Vec<T> as Drop>::drop", "<Vec<...> as Drop>::drop"},
		{"f::<E>", "f::<...>"},
		{"f<decltype(a->b)>::g", "f<...>::g"},
		{"a<b", "a<b"},
		{"a>b", "a>b"},
	};

	CHECK_EACH(pairs, frame_name_elide_templates);
}

static void suffixes_are_stripped(void)
{
	static const struct pair pairs[] = {
		{"f.constprop.0", "f"},
		{"f.isra.0.part.1", "f"},
		{"f.cold", "f"},
		{"f.llvm.123", "f"},
		{"memcpy@plt", "memcpy"},
		{"Foo.12", "Foo.12"},
		{"12", "12"},
		{".cold", ".cold"},
		{"", ""},
	};

	CHECK_EACH(pairs, strip);
}

int main(void)
{
	TEST(arguments_go);
	TEST(arguments_of_a_scope_stay);
	TEST(operators_stay);
	TEST(parentheses_of_names_stay);
	TEST(a_name_is_never_empty);
	TEST(rust_hashes_go);
	TEST(java_class_marks_go);
	TEST(patterns_stay);
	TEST(chains);
	TEST(arrows_that_are_no_chain);
	TEST(templates_are_elided);
	TEST(suffixes_are_stripped);
}
