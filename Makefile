# Flame graph toolkit: small filters that turn profiles into pictures.
#
#   make              build everything into bin/ (needs a C compiler and make, nothing else)
#   make demo         run the real pipe on a real recording; leaves SVGs in demo/ and says where
#   make test         install what the tests need, then run all tests
#   make bench        measure speed and memory against wc and cat
#   make sanitize     the tests again, under address and undefined-behaviour sanitizers
#   make lint         warnings of gcc and clang as errors, static analysis, format, manual pages
#   make fuzz         fuzz each parser for FUZZ_SECONDS (default 60)
#   make install      programs and manual pages below PREFIX (default /usr/local); DESTDIR works
#   make uninstall    take them away again
#   make clean        remove bin/, build/ and demo/
#   make help         this text
#
# Knobs: CC (gcc, clang, musl-gcc: the last links statically), CFLAGS, LDFLAGS, PREFIX, DESTDIR.

CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
MANDIR  ?= $(PREFIX)/share/man/man1
FUZZ_SECONDS ?= 60

BUILD   ?= build
BIN     ?= bin

# Language and warnings. banned.h turns the C library's traps into compile errors.
STANDARD = -std=c11 -D_POSIX_C_SOURCE=200809L -include common/banned.h -I. -I$(BUILD)
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wwrite-strings -Wvla -Wcast-qual -Wformat=2 -Wundef
ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(CFLAGS)
LIBS     = -lm
ifneq (,$(findstring musl,$(CC)))
LDFLAGS += -static
endif

# ---- What links what ----

# A profiler is one file, collapse/NAME.c, and its name here.
COLLAPSERS = perf

COMMON   = $(patsubst %.c,$(BUILD)/%.o,$(wildcard common/*.c))
DRIVER   = $(patsubst %,$(BUILD)/collapse/%.o,stacks frame-name)
RENDER   = $(patsubst %,$(BUILD)/render/%.o,profile layout colour palettes palette-map nameattr svg block)
PROGRAMS = $(COLLAPSERS:%=collapse-%) diff-folded flamegraph

all: $(PROGRAMS:%=$(BIN)/%)

$(COLLAPSERS:%=$(BIN)/collapse-%): $(BIN)/collapse-%: $(BUILD)/collapse/%.o $(BUILD)/collapse/main-%.o $(DRIVER)
$(BIN)/diff-folded: $(BUILD)/diff/diff-folded.o
$(BIN)/flamegraph: $(BUILD)/render/flamegraph.o $(RENDER)

$(PROGRAMS:%=$(BIN)/%): $(BUILD)/common.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/common.a $(LIBS)

$(BUILD)/common.a: $(COMMON)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The driver's main(), once for each format it can start.
$(BUILD)/collapse/main-%.o: collapse/main.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -DFORMAT=format_$(subst -,_,$*) -c -o $@ $<

# The viewer's files as arrays of bytes: viewer.js becomes viewer_js[].
$(BUILD)/render/svg.o: $(BUILD)/viewer.h
$(BUILD)/viewer.h: render/viewer/viewer.css render/viewer/viewer.js
	@mkdir -p $(@D)
	@for file in $^; do \
	  name=$$(basename $$file | tr . _); \
	  printf 'static const unsigned char %s[] = {\n' $$name; \
	  od -An -v -tu1 $$file | sed 's/ *\([0-9][0-9]*\)/\1,/g'; \
	  printf '};\n'; \
	done > $@.tmp
	@mv $@.tmp $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

clean:
	rm -rf $(BIN) $(BUILD) demo

.PHONY: all help clean
