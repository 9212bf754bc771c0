/*
 * Mangled names. The long tables, in data/, are other programs' word; what is here was chosen by
 * hand.
 */
#include "collapse/demangle.h"

#include "collapse/stacks.h"
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
		"_RINvC3foo3barRL0_eE", "printf", "Z3foov", "____Z3foov", "_Z\xff",
		"a`b", "_ZN3fooILb1E"};
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

static void bombs_are_refused(void)
{
	struct buf symbol = {0}, out = {0};

	add_cpp_bomb(&symbol);
	CHECK(!demangle(&out, buf_str(&symbol)));
	buf_reset(&symbol);
	add_rust_bomb(&symbol);
	CHECK(!demangle(&out, buf_str(&symbol)));
	CHECK_U64(out.n, 0);
	buf_release(&symbol);
	buf_release(&out);
}

static void depth_is_bounded(void)
{
	static const char *const parts[] = {"P", "N1AI", "XntXnt", "FvPFv", "DTcl", "Z1fE"};
	struct buf symbol = {0}, out = {0};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		buf_reset(&symbol);
		buf_add(&symbol, STR("_Z1fI"));
		for (int times = 0; times < 10000; times++)
			buf_add(&symbol, str_of(parts[i]));
		CHECK(!demangle(&out, buf_str(&symbol)));
	}
	buf_reset(&symbol);
	buf_add(&symbol, STR("_RINvC1a1b"));
	for (int times = 0; times < 60000; times++)
		buf_add_char(&symbol, 'R');
	CHECK(!demangle(&out, buf_str(&symbol)));
	buf_release(&symbol);
	buf_release(&out);
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
	TEST(depth_is_bounded);
	TEST(names_of_stacks);
}
