# Flame graph toolkit: small filters that turn profiles into pictures.
#
#   make              build everything into bin/ (needs a C compiler and make, nothing else)
#   make demo         run the real pipe on a real recording; leaves SVGs in demo/ and says where
#   make test         install what the tests need, then run all tests
#                     (make test SUITES="unit cases" runs some, V=1 shows every result;
#                     tests/run-units, run-cases and run-browser run some of one kind, by name)
#   make bench        measure speed and memory against wc and cat
#   make bench-browser  measure the viewer in Chromium; takes minutes
#                     (BENCH=--huge: 2,000,000 frames; others are in tests/bench/browser.mjs)
#   make bench-noise  how often changes are called real that are not, and how many are found or missed
#   make reproductions  200 simulated slowdowns, and what limits say of each
#   make sanitize     the tests again, under address and undefined-behaviour sanitizers
#   make lint         warnings of gcc and clang as errors, static analysis, scripts, manual pages
#   make fuzz         fuzz each parser for FUZZ_SECONDS (default 60)
#   make install      programs, manual pages and completions below PREFIX (default /usr/local); DESTDIR works
#   make uninstall    take them away again
#   make format       lay out the lines of C that changed since the last commit (git clang-format)
#   make dist         the last commit as build/dist/flamegraph-toolkit-VERSION.tar.gz, with a checksum
#                     (needs git)
#   make clean        remove bin/, build/ and demo/
#   make help         this text
#
# Knobs: CC (gcc, clang, musl-gcc: the last links statically), CFLAGS, LDFLAGS, PREFIX, DESTDIR,
# BUILD and BIN, the directories for what is made, and V=1, which shows the commands.

CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
MANDIR  ?= $(PREFIX)/share/man/man1
MAN7DIR ?= $(MANDIR:%/man1=%/man7)
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
FUZZ_SECONDS ?= 60

BUILD   ?= build
BIN     ?= bin
# Below this folder they go by one name, however they are given, so that what was made is found again.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
override BIN   := $(patsubst $(CURDIR)/%,%,$(BIN))

# All processors work, unless -j says how many, on the command line or in the environment's MAKEFLAGS.
# Several goals, as "clean all", keep their order; make 3 would prefer this -j to the command line's.
ifeq ($(MAKELEVEL) $(filter-out 0 1,$(words $(MAKECMDGOALS))) $(filter 3.%,$(MAKE_VERSION)),0  )
MAKEFLAGS += $(if $(filter -j%,$(shell echo "$$MAKEFLAGS")),,-j$(shell getconf _NPROCESSORS_ONLN))
endif

# C11 and POSIX.1-2008, and warnings. Its XSI part has SIGXCPU, as FreeBSD's headers know, and macOS
# has O_NOFOLLOW only for who asks for all. banned.h turns the C library's traps into compile errors.
STANDARD = -std=c11 -D_XOPEN_SOURCE=700 -D_DARWIN_C_SOURCE -include common/banned.h -I. -I$(BUILD)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wwrite-strings -Wvla -Wcast-qual -Wformat=2 -Wundef
# A function is taken into a program alone, not with its file: a program that only names the inputs of
# all formats has none of their readers.
SECTIONS = -ffunction-sections -fdata-sections
TRIM     = $(if $(filter Darwin,$(shell uname)),-Wl$(comma)-dead_strip,-Wl$(comma)--gc-sections)
comma    = ,
ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(SECTIONS) $(CFLAGS)
LIBS     = -lm -pthread
STATIC   = $(if $(findstring musl,$(CC)),-static)
LINK     = $(CC) $(ALL_CFLAGS) $(STATIC) $(TRIM) $(LDFLAGS)

# A line a file, "  CC    common/str.c", or with V=1 the command; with -s neither.
silent   = $(findstring s,$(firstword -$(MAKEFLAGS)))
run      = $(if $(V),,@$(if $(silent),,printf '  %-5s %s\n' $(1) '$(2)'; ))

# ---- What links what ----

# A profiler is a file, collapse/formats/NAME.c, or a part of a folder there, and its name here.
COLLAPSERS = callgrind perf svg folded recursive dtrace gdb pprof elfutils faulthandler sample go v8 xctrace strace speedscope bpftrace jstack vtune vtune-mc vsprof ghcprof ibmjava java-exceptions chrome massif dhat heaptrack perf-sched stap goroutine aix instruments pmc xdebug importtime austin firefox ljp wcp jfr nodeprof

PROGRAMS = $(COLLAPSERS:%=collapse-%) collapse-guess diff-folded flamegraph top-folded
PAGES    = $(PROGRAMS:%=$(BUILD)/man/%.1)
OVERVIEW = $(BUILD)/man/flamegraph-toolkit.7
# What shells ask for a program's options: files of these names in folders of their own.
COMPLETIONS = $(PROGRAMS:%=$(BUILD)/completions/bash/%) $(PROGRAMS:%=$(BUILD)/completions/zsh/_%) \
              $(PROGRAMS:%=$(BUILD)/completions/fish/%.fish)

# Everything but the mains is in one archive, from which a program takes what it uses.
MAINS    = collapse/main.c collapse/guess.c diff/diff-folded.c render/flamegraph.c render/top-folded.c
SOURCES  = $(filter-out $(MAINS),$(sort $(shell find common collapse diff render -name '*.c')))
OBJECTS  = $(SOURCES:%.c=$(BUILD)/%.o)

all: programs $(PAGES) $(OVERVIEW) $(COMPLETIONS)
programs: $(PROGRAMS:%=$(BIN)/%)

$(COLLAPSERS:%=$(BIN)/collapse-%): $(BIN)/collapse-%: $(BUILD)/collapse/main-%.o
$(BIN)/collapse-guess: $(BUILD)/collapse/guess.o
$(BIN)/diff-folded: $(BUILD)/diff/diff-folded.o
$(BIN)/flamegraph: $(BUILD)/render/flamegraph.o
$(BIN)/top-folded: $(BUILD)/render/top-folded.o

$(PROGRAMS:%=$(BIN)/%): $(BUILD)/toolkit.a
	@mkdir -p $(@D)
	$(call run,LINK,$@)$(LINK) -o $@ $(filter %.o,$^) $(BUILD)/toolkit.a $(LIBS)

$(BUILD)/toolkit.a: $(OBJECTS)
	@rm -f $@
	$(call run,AR,$@)ar rcs $@ $^

# ---- How it is made ----

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call run,CC,$<)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The driver's main(), once for each format it can start.
$(COLLAPSERS:%=$(BUILD)/collapse/main-%.o): $(BUILD)/collapse/main-%.o: collapse/main.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call run,CC,$< for $*)$(CC) $(ALL_CFLAGS) -MMD -MP -DFORMAT=format_$(subst -,_,$*) -c -o $@ $<

# The tables of all formats and their kinds.
$(BUILD)/collapse/formats.o $(BUILD)/collapse/kinds/kinds.o: $(BUILD)/formats-table.h
$(BUILD)/formats-table.h: Makefile
	@mkdir -p $(@D)
	@printf 'FORMAT(%s)\n' $(subst -,_,$(COLLAPSERS)) > $@

# How everything is compiled: a file that changes, and with it all objects, when CC or flags do.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(LINK)' | cmp -s - $@ || echo '$(LINK)' > $@

# A page's synopsis and options are what the program says of itself, in the places of their marks.
vpath %.1 $(sort $(dir $(shell find collapse diff render -name '*.1')))
$(BUILD)/man/%.1: %.1 $(BIN)/%
	@mkdir -p $(@D)
	@$(BIN)/$* --mdoc > $@.said
	@awk 'FNR == NR { if (/^\.Sh/) section = $$2; said[section] = said[section] $$0 "\n"; next } \
	  /@[A-Z]*@/ { split($$0, part, "@"); printf "%s", said[part[2]]; next } 1' $@.said $< > $@.tmp
	@rm $@.said
	@mv $@.tmp $@

$(BUILD)/man/%.7: common/%.7
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/completions/bash/%: $(BIN)/%
	@mkdir -p $(@D)
	@$< --completion bash > $@

$(BUILD)/completions/zsh/_%: $(BIN)/%
	@mkdir -p $(@D)
	@$< --completion zsh > $@

$(BUILD)/completions/fish/%.fish: $(BIN)/%
	@mkdir -p $(@D)
	@$< --completion fish > $@

# The viewer: what it has in common with the program, then its modules, in one function, so that
# nothing is global, without the comments that take lines of their own. Those before page.js are pure.
VIEWER = numbers quantity names decode layout trees functions drawing facts colours pattern search address \
         page labels tooltip cursor state zoom find redraw controls panels table commands export \
         touch start

$(BUILD)/viewer.js: render/picture/shared.h common/quantity.h common/annotation.h $(VIEWER:%=render/viewer/%.js) Makefile
	@mkdir -p $(@D)
	@{ echo '(function () {'; echo "'use strict';"; \
	  sed -n -e 's/^#define \([A-Z_]*\) \(.*", ".*\)/const \1 = [\2];/p' \
	    -e 's/^#define \([A-Z_]*\) \(.*\)/const \1 = \2;/p' $(filter %.h,$^); \
	  awk '/^\t*\/\*/ { skip = 1 } !skip; /\*\/$$/ { skip = 0 }' $(filter %.js,$^); \
	  echo '})();'; } > $@.tmp
	@mv $@.tmp $@

# What goes into every picture, as arrays of bytes: viewer.js becomes viewer_js[].
$(BUILD)/render/picture/svg.o: $(BUILD)/viewer.h
$(BUILD)/viewer.h: render/viewer/viewer.css $(BUILD)/viewer.js render/viewer/static.css
	@for file in $^; do \
	  name=$$(basename $$file | tr . _); \
	  printf 'static const unsigned char %s[] = {\n' $$name; \
	  od -An -v -tu1 $$file | sed 's/ *\([0-9][0-9]*\)/\1,/g'; \
	  printf '};\n'; \
	done > $@.tmp
	@mv $@.tmp $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- Unit tests: a program for each tests/unit/*.c ----

UNIT     = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
UNIT_LIB = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/unit/lib/*.c))

unit: $(UNIT)

$(UNIT): $(BUILD)/%: $(BUILD)/%.o $(UNIT_LIB) $(BUILD)/toolkit.a
	$(call run,LINK,$@)$(LINK) -o $@ $(filter %.o,$^) $(BUILD)/toolkit.a $(LIBS)

# ---- Fuzz targets, tests/fuzz/*.c: what tests/fuzz/run calls, with clang's flags for it ----

FUZZERS  = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/*.c))
FUZZ_LIB = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/lib/*.c))

fuzzers: $(FUZZERS)

$(FUZZERS): $(BUILD)/%: $(BUILD)/%.o $(FUZZ_LIB) $(BUILD)/toolkit.a
	$(call run,LINK,$@)$(LINK) -fsanitize=fuzzer -Wl,--wrap=exit -o $@ $(filter %.o,$^) \
	  $(BUILD)/toolkit.a $(LIBS)

# What suites ask: layout, symbols, unwind.
LAYOUT   = $(BUILD)/tests/layout/boxes $(BUILD)/tests/layout/numbers
SYMBOLS  = $(BUILD)/tests/symbols/names $(BUILD)/tests/symbols/inlines
UNWINDING = $(patsubst %,$(BUILD)/tests/unwind/%,rows follow stepper)
ASKED    = $(LAYOUT) $(SYMBOLS) $(UNWINDING)

unwinding: $(UNWINDING)

# All that is compiled, for what compilers say of it.
objects: $(OBJECTS) $(COLLAPSERS:%=$(BUILD)/collapse/main-%.o) $(UNIT:%=%.o) $(UNIT_LIB) \
	$(FUZZERS:%=%.o) $(FUZZ_LIB) $(BUILD)/tests/bench/noise.o $(ASKED:%=%.o) \
	$(BUILD)/tests/recording/make-recording.o \
	$(patsubst %.c,$(BUILD)/%.o,$(filter-out collapse/main.c,$(MAINS)))

# ---- What to do with it ----

RUN_TESTS = BUILD='$(abspath $(BUILD))' BIN='$(abspath $(BIN))' tests/run

test: all test-tools test-deps
	@$(RUN_TESTS) $(SUITES)

test-deps:
	@tests/install-deps

demo: programs
	@examples/demo/run

bench: programs
	@tests/bench/run

bench-browser: programs
	@BIN='$(abspath $(BIN))' node tests/bench/browser.mjs $(BENCH)

bench-noise: $(BUILD)/tests/bench/noise $(BUILD)/tests/bench/slowdown
	@$(BUILD)/tests/bench/noise
	@$(BUILD)/tests/bench/slowdown

# Two hundred simulated slowdowns, as top-folded(1) sums them up.
reproductions: $(BUILD)/tests/bench/reproductions
	@$(BUILD)/tests/bench/reproductions

SIMULATIONS = $(addprefix $(BUILD)/tests/bench/,noise slowdown reproductions)
$(SIMULATIONS): $(BUILD)/tests/bench/random.o
$(filter-out %/noise,$(SIMULATIONS)): $(BUILD)/tests/bench/simulated.o

# Programs that only tests call.
boxes: $(LAYOUT) $(BUILD)/viewer.js
test-tools: $(BUILD)/tests/recording/make-recording

symbol-programs: $(SYMBOLS)

$(BUILD)/tests/recording/make-recording: %: %.o
	$(call run,LINK,$@)$(LINK) -o $@ $^

$(SIMULATIONS) $(ASKED): %: %.o $(BUILD)/toolkit.a
	$(call run,LINK,$@)$(LINK) -o $@ $(filter %.o,$^) $(BUILD)/toolkit.a $(LIBS)

sanitize:
	@$(RUN_TESTS) sanitize

lint:
	@$(RUN_TESTS) lint analyse

fuzz:
	@tests/fuzz/run $(FUZZ_SECONDS)

# Only the lines that changed: the layout of the others is as good as their author made it.
format:
	git clang-format --style=file

install: all
	mkdir -p $(DESTDIR)$(PREFIX)/bin $(addprefix $(DESTDIR),$(MANDIR) $(MAN7DIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR))
	install -m 755 $(PROGRAMS:%=$(BIN)/%) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(PAGES) $(DESTDIR)$(MANDIR)
	install -m 644 $(OVERVIEW) $(DESTDIR)$(MAN7DIR)
	install -m 644 $(filter $(BUILD)/completions/bash/%,$(COMPLETIONS)) $(DESTDIR)$(BASHDIR)
	install -m 644 $(filter $(BUILD)/completions/zsh/%,$(COMPLETIONS)) $(DESTDIR)$(ZSHDIR)
	install -m 644 $(filter $(BUILD)/completions/fish/%,$(COMPLETIONS)) $(DESTDIR)$(FISHDIR)

uninstall:
	rm -f $(PROGRAMS:%=$(DESTDIR)$(PREFIX)/bin/%) $(PROGRAMS:%=$(DESTDIR)$(MANDIR)/%.1) \
	  $(DESTDIR)$(MAN7DIR)/$(notdir $(OVERVIEW)) $(PROGRAMS:%=$(DESTDIR)$(BASHDIR)/%) \
	  $(PROGRAMS:%=$(DESTDIR)$(ZSHDIR)/_%) $(PROGRAMS:%=$(DESTDIR)$(FISHDIR)/%.fish)

VERSION  = $(shell sed -n 's/.*TOOLKIT_VERSION "\(.*\)"/\1/p' common/version.h)

DIST     = flamegraph-toolkit-$(VERSION)

# The same files are the same bytes, whoever packs them and when. git dates what it packs by the
# commit, and names that in the archive, so they are packed from a commit of their own, on no branch.
dist:
	@top=$$(git rev-parse --show-cdup) && [ -z "$$top" ] || { \
	  echo 'make dist: it packs the last commit of a git checkout, and this folder is none' >&2; exit 1; }
	@git diff --quiet HEAD || echo 'make dist: changes that are not committed are left out' >&2
	@mkdir -p $(BUILD)/dist
	@export GIT_AUTHOR_NAME=- GIT_AUTHOR_EMAIL=- GIT_AUTHOR_DATE='2000-01-01T00:00:00Z' \
	  GIT_COMMITTER_NAME=- GIT_COMMITTER_EMAIL=- GIT_COMMITTER_DATE='2000-01-01T00:00:00Z'; \
	commit=$$(git -c i18n.commitEncoding=UTF-8 commit-tree -m '$(DIST)' 'HEAD^{tree}') && \
	git -c tar.umask=0022 -c core.autocrlf=false archive --format=tar --prefix=$(DIST)/ \
	  -o $(BUILD)/dist/$(DIST).tar "$$commit"
	@gzip -9nf $(BUILD)/dist/$(DIST).tar
	$(call run,DIST,$(BUILD)/dist/$(DIST).tar.gz)cd $(BUILD)/dist && \
	  $$(command -v sha256sum || echo shasum -a 256) $(DIST).tar.gz > $(DIST).tar.gz.sha256

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

clean:
	rm -rf $(BIN) $(BUILD) demo

FORCE:
.PHONY: all programs unit objects boxes test-tools symbol-programs unwinding fuzzers test test-deps demo bench bench-browser bench-noise reproductions sanitize lint fuzz format install uninstall dist help clean FORCE
