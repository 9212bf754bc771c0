# What the suites share: a scratch directory, and results as lines on stdout.
#
#     ok NAME
#     not ok NAME
#     # what went wrong, any number of lines
#     ok NAME # skip REASON
#
# shellcheck shell=sh

# The top of the tree, from whichever of its folders the script is in.
: "${TOP:=$(cd "$(dirname "$0")" && until [ -e tests/lib.sh ]; do cd ..; done && pwd)}"
: "${BUILD:=$TOP/build}"
: "${BIN:=$TOP/bin}"
export TOP BUILD BIN
# Messages and sorting as the expectations have them, whatever the user's language is.
export LC_ALL=C

scratch=$(mktemp -d "${TMPDIR:-/tmp}/flamegraph-tests.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' HUP INT TERM

ok()
{
	printf 'ok %s\n' "$1"
}

# Diagnostics come from stdin.
not_ok()
{
	printf 'not ok %s\n' "$1"
	head -n "${DIAGNOSTIC_LINES:-40}" | sed 's/^/# /'
}

skip()
{
	printf 'ok %s # skip %s\n' "$1" "$2"
}

# For data that do not belong to this repository: the one kind of skip that CI accepts.
skip_absent()
{
	skip "$1" "absent: $2"
}

# Runs a command as the test NAME; its output is shown only when it fails.
check()
{
	check_name=$1
	shift
	check_status=0
	"$@" >"$scratch/check" 2>&1 </dev/null || check_status=$?
	if [ "$check_status" -eq 0 ]; then
		ok "$check_name"
	else
		{
			echo "ended with status $check_status: $*"
			tail -n 35 "$scratch/check"
		} | not_ok "$check_name"
		return 1
	fi
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# need NAME PROGRAM: false, and the test NAME skipped, when the program is not installed.
need()
{
	have "$2" && return
	skip "$1" "$2 is not installed"
	return 1
}

# other_build NAME MAKE-ARGUMENT...: a build of its own beside the usual one, which from then on is
# the one that is tested, with GOALS (programs and unit tests). Ends the suite when it fails. Suites may
# share one: the second waits.
other_build()
{
	BUILD=$BUILD/variants/$1
	BIN=$BUILD/bin
	shift
	mkdir -p "$BUILD"
	alone=
	! have flock || alone="flock $BUILD/lock"
	# shellcheck disable=SC2086 # words
	check "builds with $*" $alone make -s -j "${JOBS:-2}" -C "$TOP" BUILD="$BUILD" BIN="$BIN" \
		"$@" ${GOALS:-programs unit} || exit 0
}

# clang's linker takes half the time of GNU's for programs with sanitizers.
fast_linker()
{
	! have ld.lld || echo -fuse-ld=lld
}

# stress_build GOALS: what the suites stress and fuzz are about, under clang's sanitizers with buffers so
# small that every boundary falls into the tests' own data. The head of a file must show what it is.
stress_build()
{
	sizes='-DARENA_BLOCK=64 -DREAD_BLOCK=7 -DHEAD_BLOCK=512'
	sanitizers='-fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all'
	GOALS=$1 other_build stress CC=clang LDFLAGS="$(fast_linker)" \
		CFLAGS="-O1 -gline-tables-only -Werror $sanitizers $sizes"
}

# clang-tidy over all sources, with checks added to or taken from those of .clang-tidy.
tidy()
{
	printf '%s\n' -std=c11 -D_XOPEN_SOURCE=700 -include "$TOP/common/banned.h" -I"$TOP" \
		-I"$BUILD" -DFORMAT=format_perf >"$scratch/compile_flags.txt"
	find common collapse diff render -name '*.c' -print0 |
		xargs -0 -n 8 -P "${JOBS:-2}" clang-tidy --quiet --checks="$1" -p "$scratch" \
			>"$scratch/tidy" 2>&1
	# Behind each error stands the path of assumptions that leads to it.
	! grep -A 3 'error:' "$scratch/tidy"
}
