/*
 * To which module and to which package a frame belongs, as its name tells. Results are slices of
 * what was given, or literals, except Java's, which go to a buffer.
 */
#ifndef COMMON_FILTERS_NAME_GROUPS_H
#define COMMON_FILTERS_NAME_GROUPS_H

#include "common/buf.h"
#include "common/str.h"

/*
 * The library or program; false when the name does not tell.
 *
 *     libc.so.6`malloc     libc.so.6        collapse-perf --dso's notation, and DTrace's
 *     [libc.so.6]          [libc.so.6]      a function without a symbol; with addresses, too:
 *     [libc.so.6 <7f12>]   [libc.so.6]
 *     tcp_sendmsg_[k]      [kernel]
 */
bool name_module(struct str name, struct buf *scratch, struct str *module);

/*
 * The crate, outermost namespace, package or import path; false for a plain function.
 *
 *     <alloc::vec::Vec<T> as core::iter::Extend>::extend    alloc
 *     void boost::asio::post<F>(F)                          boost
 *     java/util/HashMap.get  java.util.HashMap.get          java.util
 *     net/http.(*conn).serve                                net/http
 *
 * What is in brackets, [libc.so.6], is a package of its own.
 */
bool name_group_package(struct str name, struct buf *scratch, struct str *package);

#endif
