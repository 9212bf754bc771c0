/*
 * Mangled names. The long tables, in data/, are other programs' word; what is here was chosen by
 * hand.
 */
#include "collapse/demangle/demangle.h"

#include "collapse/stacks/stacks.h"
#include "tests/unit/test.h"

struct pair {
	const char *symbol, *wanted;
};

static const struct pair cpp_symbols[] = {
#include "tests/unit/data/demangle-cpp.h"
};

static const struct pair rust_symbols[] = {
#include "tests/unit/data/demangle-rust.h"
};

#define CHECK_EACH(pairs) check_each((pairs), sizeof(pairs) / sizeof(*(pairs)), demangle)
#define CHECK_FRAMES(pairs) check_each((pairs), sizeof(pairs) / sizeof(*(pairs)), demangle_frame)

static void check_each(const struct pair *pairs, size_t count,
	bool (*function)(struct buf *out, struct str symbol))
{
	struct buf out = {0};

	for (size_t i = 0; i < count; i++) {
		buf_reset(&out);
		CHECK(function(&out, str_of(pairs[i].symbol)));
		CHECK_STR(buf_str(&out), pairs[i].wanted);
	}
	buf_release(&out);
}

static void cpp_of_libraries(void)
{
	CHECK_EACH(cpp_symbols);
}

static void rust_of_the_compiler(void)
{
	CHECK_EACH(rust_symbols);
}

static void cpp_by_hand(void)
{
	static const struct pair pairs[] = {
#include "tests/unit/data/demangle-hand.h"
	};

	CHECK_EACH(pairs);
}

/* Where it is otherwise than c++filt on purpose. */
static void cpp_otherwise(void)
{
	static const struct pair pairs[] = {
		/* as perf prints it, and "std::string" for both */
		{"_ZNSs6appendEPKc", "std::string::append"},
		{"_ZNSi4readEPcl", "std::istream::read"},
		{"_ZThn16_N1A1fEi", "non-virtual thunk to A::f"},
		{"_ZTv0_n24_N1A1fEi", "virtual thunk to A::f"},
		{"_ZTch0_h16_N1A1fEi", "covariant return thunk to A::f"},
		{"_ZGTtNSt11range_errorC1EPKc", "transaction clone for std::range_error::range_error"},
		{"_ZGR1x0_", "reference temporary #1 for x"},
		/* it cannot read these, or says "HashOf<, string>" */
		{"_ZN1AcvSt4pairIT_T0_EIiiEEv", "A::operator std::pair<int, int><int, int>"},
		{"_Z1fIJJEicEEvv", "f<int, char>"},
		{"_ZN1AIUlTyTniT_E_E1fEv", "A<{lambda(auto:1)#1}>::f"},
		{"_Z1fIiQ8integralIT_EEvT_", "f<int>"},
		/* it takes S8_, T_ there, for the T_ of call_once() */
		{"_ZZNSt9once_flag18_Prepare_executionC4IZSt9call_onceIMSt6threadFvvEJPS3_EEvRS_OT_"
		 "DpOT0_EUlvE_EERS8_ENUlvE_4_FUNEv",
			"std::once_flag::_Prepare_execution::_Prepare_execution<std::call_once<"
			"void (std::thread::*)(), std::thread*>(std::once_flag&, "
			"void (std::thread::*&&)(), std::thread*&&)::{lambda()#1}>(std::call_once<"
			"void (std::thread::*)(), std::thread*>(std::once_flag&, "
			"void (std::thread::*&&)(), std::thread*&&)::{lambda()#1}&)::{lambda()#1}::_FUN"},
		/* and T_ of g() for that of f() */
		{"_ZZ1fIJidEEvDpZ1gIcEvT_E1yE1x", "f<int, double>(g<char>(char)::y...)::x"},
		{"___Z3foov_block_invoke_2", "invocation function for block in foo"},
		{"__ZN3foo3barEv", "foo::bar"},
		{"__RNvC3foo3bar", "foo::bar"},
	};

	CHECK_EACH(pairs);
}

static void rust_by_hand(void)
{
	static const struct pair pairs[] = {
		{"_RNvCs15kBYyAo9fc_7mycrateu8gdel_5qa", "mycrate::g\xc3\xb6" "del"},
		{"_RNvMs_Cs1234_7mycrateNtB4_3Foo3bar", "<mycrate::Foo>::bar"},
		{"_RNCNvC3foo3bars_0", "foo::bar::{closure#1}"},
		{"_RNSNvC3foo3bar8vtable_0", "foo::bar::{shim:vtable_0#0}"},
		{"_RINvC3foo3barKj3_E", "foo::bar::<3>"},
		{"_RINvC3foo3barKan80_E", "foo::bar::<-128>"},
		{"_RINvC3foo3barKo10000000000000000_E", "foo::bar::<0x10000000000000000>"},
		{"_RINvC3foo3barKc27_Kb1_KpE", "foo::bar::<'\\'', true, _>"},
		{"_RINvC3foo3barKRe6122_E", "foo::bar::<\"a\\\"\">"},
		{"_RINvC3foo3barKTj1_j2_EE", "foo::bar::<{(1, 2)}>"},
		{"_RINvC3foo3barKVSNtC1a1b1xj1_EE", "foo::bar::<{a::b { x: 1 }}>"},
		{"_RINvC3foo3barAhj3_SeTuERL_tQxPzOnE", "foo::bar::<[u8; 3], [str], ((),), &u16, "
			"&mut i64, *const !, *mut i128>"},
		{"_RINvC3foo3barFG_UKCRL0_eEuE", "foo::bar::<for<'a> unsafe extern \"C\" fn(&'a str)>"},
		{"_RINvC3foo3barDINtC1a1TlEp4ItemjEL_E", "foo::bar::<dyn a::T<i32, Item = usize>>"},
		{"_RYNtC3foo3BarNtC3std5Clone", "<foo::Bar as std::Clone>"},
		{"_RNvC3foo3barC5crate", "foo::bar"},
		{"_ZN3foo10_$LT$T$GT$3bar17h0123456789abcdefE", "foo::<T>::bar"},
		{"_ZN3foo3bar17h0123456789abcdefE.llvm.123", "foo::bar"},
		{"_ZN10gr$uf6$$df3bar17h0123456789abcdefE", "gr\xc3\xb6$df::bar"},
		/* no hash */
		{"_ZN3foo3bar17h0123456789abcdegE", "foo::bar::h0123456789abcdeg"},
	};

	CHECK_EACH(pairs);
}

static void suffixes_go(void)
{
	static const struct pair pairs[] = {
		{"_ZN3foo3barEv.cold", "foo::bar"},
		{"_ZN3foo3barEv.isra.0.part.1", "foo::bar"},
		{"_ZN3foo3barEv@plt", "foo::bar@plt"},
		{"_ZN3foo3barEv@@GLIBCXX_3.4", "foo::bar@@GLIBCXX_3.4"},
		{"_RNvC3foo3bar.llvm.1", "foo::bar"},
		{"_RNvC3foo3bar@plt", "foo::bar@plt"},
	};

	CHECK_EACH(pairs);
}

static void frames(void)
{
	static const struct pair pairs[] = {
		{"libfoo.so`_ZN3foo3barEv_[k]", "libfoo.so`foo::bar_[k]"},
		{"_ZN3foo3barEv_[i]", "foo::bar_[i]"},
		{"_ZN3foo3barEv+0x1f", "foo::bar+0x1f"},
		{"_ZN3foo3barEv:main.cc:12", "foo::bar:main.cc:12"},
		{"[_ZN3foo3barEv]", "[foo::bar]"},
		{"a.out`_RNvC3foo3bar", "a.out`foo::bar"},
	};

	CHECK_FRAMES(pairs);
}

static void others_stay(void)
{
	static const char *const names[] = {"", "_", "_Z", "_ZN", "_ZNE", "_Zfoo", "_Z0", "_Z3fo",
		"_Z99999999999999foo", "_ZS_", "_Z1fIT_E", "_ZN1AIS9_E1fEv", "_ZNC1Ev", "_R", "_Rfoo",
		"_RNvC3foo3ba", "_RB_", "_RNvB_3foo", "_RC3fooX", "_RINvC3foo3barKRe6_E",
		"_RINvC3foo3barRL0_eE", "_Z3foo_init", "_Z3fooiJUNK",
		"_ZN3foo17h0123456789abcdefE_init", "_Z3foov+", "_Z3foovE", "printf", "Z3foov",
		"____Z3foov", "_Z\xff", "a`b", "_ZN3fooILb1E", "_Zebra", "_Zplus",
		"_ZTV3foo_x", "_RNvB8_3fooC3bar",
		/* of D, Swift and C */
		"_D3std5stdio7writelnFZv", "$s4main3fooyyF", "_$s4main3fooyyF", "_T04main3fooyyF",
		"_GLOBAL__sub_I_main.cpp", "memcpy.part.0"};
	struct buf out = {0};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		CHECK_STR(buf_str(&out), "");
		CHECK(!demangle(&out, str_of(names[i])));
	}
	buf_release(&out);
}

/* A<int, int>, then A of that and that, and so on: the last has 2^34 of them. */
static void add_cpp_bomb(struct buf *symbol)
{
	const char *digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	buf_add(symbol, STR("_Z1fI1AIiiE"));
	for (; *digits; digits++)
		buf_addf(symbol, "S0_IS%c_S%c_E", *digits, *digits);
	buf_add(symbol, STR("Evv"));
}

/* The same, all of which is searched for a pack before anything is printed. */
static void add_search_bomb(struct buf *symbol)
{
	const char *digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	buf_add(symbol, STR("_ZZ1fIiEvDp1AI"));
	for (size_t i = 0; i < strlen(digits); i++)
		buf_add(symbol, STR("S0_I"));
	buf_add(symbol, STR("iiE"));
	for (; *digits; digits++)
		buf_addf(symbol, "S%c_E", *digits);
	buf_add(symbol, STR("E1x"));
}

/* Tuples, each of the one before and once more of it. */
static void add_rust_bomb(struct buf *symbol)
{
	const char *digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t last = 8, next;

	buf_add(symbol, STR("_RINvC1a1bTeeE"));
	for (int i = 0; i < 40; i++, last = next) {
		next = symbol->n - 2;
		for (int times = 0; times < 2; times++)
			buf_addf(symbol, "%sB%c%c_", times ? "" : "T", digits[(last - 1) / 62],
				digits[(last - 1) % 62]);
		buf_add_char(symbol, 'E');
	}
	buf_add_char(symbol, 'E');
}

/* A zero of 30,000 digits, 7,000 times. */
static void add_zeros_bomb(struct buf *symbol)
{
	buf_add(symbol, STR("_RINvC1a1bKj"));
	for (int i = 0; i < 30000; i++)
		buf_add_char(symbol, '0');
	buf_add_char(symbol, '_');
	for (int i = 0; i < 7000; i++)
		buf_add(symbol, STR("KB8_"));
	buf_add_char(symbol, 'E');
}

static void check_stays(struct str symbol)
{
	struct buf out = {0};

	buf_add_char(&out, '>');
	CHECK(!demangle(&out, symbol));
	CHECK_STR(buf_str(&out), ">");
	buf_release(&out);
}

static void bombs_are_refused(void)
{
	static void (*const add[])(struct buf *symbol) = {
		add_cpp_bomb, add_search_bomb, add_rust_bomb, add_zeros_bomb};
	struct buf symbol = {0};

	for (size_t i = 0; i < sizeof(add) / sizeof(*add); i++) {
		buf_reset(&symbol);
		add[i](&symbol);
		check_stays(buf_str(&symbol));
	}
	buf_release(&symbol);
}

static void huge_numbers(void)
{
	static const char *const symbols[] = {"_Z99999999999999999999foo",
		"_Z18446744073709551619foo", "_ZN3fooS99999999999999999999_E",
		"_ZN3foo3barIT99999999999999999999_E", "_ZZ3foovE3bar__99999999999999999999_",
		"_ZThn99999999999999999999_N1A1fEv", "_ZN3fooC9Ev",
		"_RNvC99999999999999999999foo3bar", "_RNvC18446744073709551619foo3bar",
		"_RNvCsZZZZZZZZZZZZZZZZZZZZ_3foo3bar", "_RBZZZZZZZZZZZZZZZZZZZZ_",
		"_RINvC3foo3barFGZZZZZZZZZ_EuE", "_RINvC3foo3barKcffffffffffffffff_E",
		"_ZN99999999999999999999foo17h0123456789abcdefE"};

	for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++)
		check_stays(str_of(symbols[i]));
}

/* What none of these would end on, or would end on with the stack used up, if depth were unbounded. */
static void depth_is_bounded(void)
{
	static const struct {
		const char *start, *part;
	} nests[] = {{"_Z1fI", "P"}, {"_Z1fI", "N1AI"}, {"_Z1fI", "1AI"}, {"_Z1fI", "J"},
		{"_Z1fI", "XntXnt"}, {"_Z1fI", "FvPFv"}, {"_Z1fI", "DTcl"}, {"_Z1fI", "Z1fE"},
		{"_Z1fI", "Xsr1AI"}, {"_Z1fI", "LZ1fI"}, {"_Z1fI", "UlP"}, {"_Z1fI", "A_"},
		{"_Z1fI", "M1A"}, {"_Z1fI", "Dp"}, {"_Z", "Z"}, {"_Z", "Th1_"}, {"_Z", "N1AcvN1Acv"},
		{"_Z1f", "P"}, {"_R", "Nv"}, {"_R", "I"}, {"_R", "M"}, {"_R", "YR"},
		{"_RINvC1a1b", "R"}, {"_RINvC1a1b", "T"}, {"_RINvC1a1b", "FF"},
		{"_RINvC1a1b", "DINtC1a1b"}, {"_RINvC1a1b", "A"}, {"_RINvC1a1bK", "A"},
		{"_RINvC1a1bK", "VNvC1a1b"}};
	struct buf symbol = {0};

	for (size_t i = 0; i < sizeof(nests) / sizeof(*nests); i++) {
		buf_reset(&symbol);
		buf_add(&symbol, str_of(nests[i].start));
		while (symbol.n < DEMANGLE_LONGEST - 16)
			buf_add(&symbol, str_of(nests[i].part));
		check_stays(buf_str(&symbol));
		while (symbol.n < 400 * 1000)
			buf_add(&symbol, str_of(nests[i].part));
		check_stays(buf_str(&symbol));
	}
	buf_release(&symbol);
}

/* Some of a symbol is at times a symbol, too. */
static void check_cut(struct str symbol)
{
	struct buf out = {0};

	for (size_t n = 0; n < symbol.n; n++) {
		bool done = demangle(&out, str_head(symbol, n));

		CHECK(done == (out.n > 0));
		CHECK(out.n <= demangle_limit(symbol));
		buf_reset(&out);
	}
	buf_release(&out);
}

static void cut_anywhere(void)
{
	for (size_t i = 0; i < sizeof(cpp_symbols) / sizeof(*cpp_symbols); i++)
		check_cut(str_of(cpp_symbols[i].symbol));
	for (size_t i = 0; i < sizeof(rust_symbols) / sizeof(*rust_symbols); i++)
		check_cut(str_of(rust_symbols[i].symbol));
}

static void names_of_stacks(void)
{
	struct stacks stacks;
	uint32_t bar;

	stacks_init(&stacks);
	CHECK(stacks_name(&stacks, STR("_ZN3foo3barEv")) != stacks_name(&stacks, STR("foo::bar")));
	stacks.demangles = true;
	bar = stacks_name(&stacks, STR("foo::bar"));
	CHECK_U64(stacks_name(&stacks, STR("_ZN3foo3barEv")), bar);
	CHECK_U64(stacks_name(&stacks, STR("_ZN3foo3barEv")), bar);
	CHECK_U64(stacks_name(&stacks, STR("_RNvC3foo3bar")), bar);
	CHECK_STR(names_get(&stacks.tree.names, stacks_name(&stacks, STR("_RINvC1a1bAhj3_E"))),
		"a::b::<[u8: 3]>");
	CHECK_STR(names_get(&stacks.tree.names, stacks_name(&stacks, STR("_Znone"))), "_Znone");
	CHECK_STR(stacks_readable(&stacks, STR("_Znone")), "_Znone");
	stacks_release(&stacks);
}

int main(void)
{
	TEST(cpp_of_libraries);
	TEST(rust_of_the_compiler);
	TEST(cpp_by_hand);
	TEST(cpp_otherwise);
	TEST(rust_by_hand);
	TEST(suffixes_go);
	TEST(frames);
	TEST(others_stay);
	TEST(bombs_are_refused);
	TEST(huge_numbers);
	TEST(depth_is_bounded);
	TEST(cut_anywhere);
	TEST(names_of_stacks);
}
