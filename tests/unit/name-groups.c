#include "common/filters/name-groups.h"

#include "tests/unit/test.h"

static struct buf scratch;

static struct str module_of(const char *name)
{
	struct str module;

	return name_module(str_of(name), &scratch, &module) ? module : STR("-");
}

static struct str package_of(const char *name)
{
	struct str package;

	return name_group_package(str_of(name), &scratch, &package) ? package : STR("-");
}

static void modules(void)
{
	CHECK_STR(module_of("libc.so.6`malloc"), "libc.so.6");
	CHECK_STR(module_of("libc.so.6`malloc_[i]"), "libc.so.6");
	CHECK_STR(module_of("[libc.so.6]"), "[libc.so.6]");
	CHECK_STR(module_of("[libc.so.6 <7f12>]"), "[libc.so.6]");
	CHECK_STR(module_of("[unknown]"), "[unknown]");
	CHECK_STR(module_of("tcp_sendmsg_[k]"), "[kernel]");
	CHECK_STR(module_of("[kernel.kallsyms]`tcp_sendmsg"), "[kernel]");
	CHECK_STR(module_of("[[kernel.kallsyms]]_[k]"), "[kernel]");
	CHECK_STR(module_of("vmlinux`schedule_[k]"), "[kernel]");
	CHECK_STR(module_of("[ext4]`ext4_read_[k]"), "[ext4]");
	CHECK_STR(module_of("malloc"), "-");
	CHECK_STR(module_of("malloc_[j]"), "-");
	CHECK_STR(module_of("`anonymous namespace'::f"), "-");
	CHECK_STR(module_of("Foo::`vftable'"), "-");
	CHECK_STR(module_of("`"), "-");
	CHECK_STR(module_of("[]"), "-");
	CHECK_STR(module_of(""), "-");
}

static void rust(void)
{
	CHECK_STR(package_of("serde_json::de::from_str"), "serde_json");
	CHECK_STR(package_of("<alloc::vec::Vec<T> as core::iter::Extend>::extend"), "alloc");
	CHECK_STR(package_of("_<alloc::vec::Vec<T> as core::iter::Extend>::extend"), "alloc");
	CHECK_STR(package_of("<alloc::vec::Vec<T>>::push"), "alloc");
	CHECK_STR(package_of("<&mut T as core::fmt::Write>::write_str"), "core");
	CHECK_STR(package_of("<&mut std::io::Stdout as core::fmt::Write>::write_str"), "std");
	CHECK_STR(package_of("<dyn app::Shape as app2::Area>::area"), "app");
	CHECK_STR(package_of("<[T] as core::slice::Join>::join"), "core");
	CHECK_STR(package_of("<(A, B) as core::hash::Hash>::hash"), "core");
	CHECK_STR(package_of("<<T as a::B>::C as d::E>::f"), "d");
	CHECK_STR(package_of("core::ops::function::impls::<impl core::ops::FnOnce<A> for &mut F>::call_once"),
		"core");
	CHECK_STR(package_of("alloc[9e1b2c]::vec::from_elem"), "alloc");
	CHECK_STR(package_of("core::ptr::drop_in_place<std::fs::File>"), "core");
	CHECK_STR(package_of("app::main::{{closure}}"), "app");
}

static void cpp(void)
{
	CHECK_STR(package_of("std::vector<int>::push_back"), "std");
	CHECK_STR(package_of("std::vector<a::b, std::less<(a::c)3> >::push_back(int&&)"), "std");
	CHECK_STR(package_of("void boost::asio::post<F>(F&&) const"), "boost");
	CHECK_STR(package_of("std::vector<int> const& ns::f(std::string)"), "ns");
	CHECK_STR(package_of("std::string plain(std::string)"), "-");
	CHECK_STR(package_of("plain(std::string)"), "-");
	CHECK_STR(package_of("std::operator<< <std::char_traits<char> >"), "std");
	CHECK_STR(package_of("std::ostream& ns::operator<<(std::ostream&, int)"), "ns");
	CHECK_STR(package_of("Foo::operator->() const"), "Foo");
	CHECK_STR(package_of("Foo::operator bool"), "Foo");
	CHECK_STR(package_of("operator new(unsigned long)"), "-");
	CHECK_STR(package_of("operator_table::find"), "operator_table");
	CHECK_STR(package_of("Pair<(a > b), int>::get"), "Pair");
	CHECK_STR(package_of("(anonymous namespace)::work(int)"), "(anonymous namespace)");
	CHECK_STR(package_of("void (anonymous namespace)::work<int>(int)"), "(anonymous namespace)");
	CHECK_STR(package_of("ns::f(int) [clone .cold]"), "ns");
	CHECK_STR(package_of("ns::f [clone .constprop.0]"), "ns");
	CHECK_STR(package_of("ns::f(int)::{lambda(int)#1}::operator()(int) const"), "ns");
	CHECK_STR(package_of("::f"), "-");
	CHECK_STR(package_of("::ns::f"), "ns");
	CHECK_STR(package_of("vtable for ns::Foo"), "ns");
}

static void java(void)
{
	CHECK_STR(package_of("java/util/HashMap.get_[j]"), "java.util");
	CHECK_STR(package_of("java.util.HashMap.get"), "java.util");
	CHECK_STR(package_of("java.util.Map$Entry.getKey"), "java.util");
	CHECK_STR(package_of("Ljava/util/HashMap:::get"), "java.util");
	CHECK_STR(package_of("org.apache.hadoop.ipc.Client.call"), "org.apache.hadoop.ipc");
	CHECK_STR(package_of("HashMap.get"), "-");
	CHECK_STR(package_of("java/util/HashMap"), "java.util");
}

static void go(void)
{
	CHECK_STR(package_of("net/http.(*conn).serve"), "net/http");
	CHECK_STR(package_of("runtime.mcall"), "runtime");
	CHECK_STR(package_of("fmt.Println"), "fmt");
	CHECK_STR(package_of("main.main.func1"), "main");
	CHECK_STR(package_of("main.(*T).run"), "main");
	CHECK_STR(package_of("time.Time.String"), "time");
	CHECK_STR(package_of("github.com/user/repo/pkg.Run"), "github.com/user/repo/pkg");
	CHECK_STR(package_of("github.com/Azure/Sdk.Run"), "github.com/Azure/Sdk");
	CHECK_STR(package_of("slices.SortFunc[go.shape.[]a/b.T]"), "slices");
	CHECK_STR(package_of("main.(*List[a/b.T]).Add"), "main");
}

static void plain(void)
{
	CHECK_STR(package_of("tcp_v4_rcv_[k]"), "-");
	CHECK_STR(package_of("parse.cold"), "-");
	CHECK_STR(package_of("parse.isra.0.cold"), "-");
	CHECK_STR(package_of("parse.123"), "-");
	CHECK_STR(package_of("libc.so.6`malloc"), "-");
	CHECK_STR(package_of("libfoo.so`ns::f"), "ns");
	CHECK_STR(package_of("[libc.so.6]"), "[libc.so.6]");
	CHECK_STR(package_of("/usr/bin/python3"), "-");
	CHECK_STR(package_of("LazyCompile:~foo /a/b.js:12"), "-");
	CHECK_STR(package_of("Array.prototype.map"), "-");
	CHECK_STR(package_of("do work (app.py:12)"), "-");
	CHECK_STR(package_of("..."), "-");
	CHECK_STR(package_of("a."), "-");
	CHECK_STR(package_of("/"), "-");
	CHECK_STR(package_of(""), "-");
}

/* Nothing is read past an end, whatever brackets are open. */
static void hostile(void)
{
	static const char signs[] = "<>()[]{}:. /`Las_\xff";
	uint32_t state = 1;

	for (int round = 0; round < 200000; round++) {
		char name[12];
		size_t n = (size_t)(state >> 8) % sizeof(name);
		struct str result;

		for (size_t i = 0; i < n; i++) {
			state = state * 1664525 + 1013904223;
			name[i] = signs[(state >> 16) % (sizeof(signs) - 1)];
		}
		state = state * 1664525 + 1013904223;
		if (name_group_package((struct str){name, n}, &scratch, &result) && result.n == 0)
			CHECK(result.n > 0);
		if (name_module((struct str){name, n}, &scratch, &result) && result.n == 0)
			CHECK(result.n > 0);
	}
}

static void millions_of_scopes(void)
{
	struct buf name = {0};
	struct str result;

	for (size_t i = 0; i < 2000000; i++)
		buf_add(&name, STR("::"));
	CHECK(!name_group_package(buf_str(&name), &scratch, &result));
	buf_add(&name, STR("std::f"));
	CHECK(name_group_package(buf_str(&name), &scratch, &result));
	CHECK_STR(result, "std");
	buf_release(&name);
}

int main(void)
{
	TEST(modules);
	TEST(rust);
	TEST(cpp);
	TEST(java);
	TEST(go);
	TEST(plain);
	TEST(hostile);
	TEST(millions_of_scopes);
	buf_release(&scratch);
}
