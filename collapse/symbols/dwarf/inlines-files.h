/*
 * The ELF files that the debug information of a program may be spread over.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_INLINES_FILES_H
#define COLLAPSE_SYMBOLS_DWARF_INLINES_FILES_H

struct elf;

/* Files that belong together; who opened them closes them, after inlines_close(). */
struct inlines_files {
	struct elf *debug;     /* with .debug_info: the program, or what was split off it */
	struct elf *alternate; /* what its .gnu_debugaltlink names, as dwz leaves it; or NULL */
	struct elf *package;   /* PROGRAM.dwp, with the units of many .dwo; or NULL */

	/*
	 * Opens the .dwo that a unit was split into, which is closed again by elf_close(); NULL when
	 * it is not there. Without the function no .dwo is read. The path comes from the file.
	 */
	struct elf *(*open)(void *context, const char *path);
	void *context;
};

#endif
