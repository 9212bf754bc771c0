#include "collapse/symbols/places.h"

#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collapse/symbols/build-id.h"
#include "collapse/symbols/path-below.h"

/* ---- the places ---- */

static struct str environment(const char *name)
{
	const char *value = getenv(name);

	return str_of(value ? value : "");
}

static void add_below(struct buf *out, struct str folder, const char *rest)
{
	if (folder.n == 0)
		return;
	buf_add(out, folder);
	buf_add(out, str_of(rest));
}

static bool recorded_here(const struct symbols_options *options)
{
	struct utsname here;

	return options->host.n && options->release.n && uname(&here) >= 0 &&
		str_eq(options->host, str_of(here.nodename)) &&
		str_eq(options->release, str_of(here.release));
}

void places_init(struct places *places, const struct symbols_options *options)
{
	*places = (struct places){.options = options, .same_host = recorded_here(options)};
	if (options->cache)
		buf_add(&places->cache, str_of(options->cache));
	else if (environment("PERF_BUILDID_DIR").n)
		buf_add(&places->cache, environment("PERF_BUILDID_DIR"));
	else
		add_below(&places->cache, environment("HOME"), "/.debug");
	if (environment("DEBUGINFOD_CACHE_PATH").n)
		buf_add(&places->debuginfod, environment("DEBUGINFOD_CACHE_PATH"));
	else if (environment("XDG_CACHE_HOME").n)
		add_below(&places->debuginfod, environment("XDG_CACHE_HOME"), "/debuginfod_client");
	else
		add_below(&places->debuginfod, environment("HOME"), "/.cache/debuginfod_client");
}

void places_release(struct places *places)
{
	buf_release(&places->cache);
	buf_release(&places->debuginfod);
}

bool places_is_path(struct str path)
{
	return path.n && path.p[0] == '/' && str_find(path, '\0') == path.n;
}

bool places_path(const struct places *places, struct str path, struct buf *out)
{
	buf_reset(out);
	if (!places_is_path(path))
		return false;
	if (places->options->root)
		return path_below(out, places->options->root, path);
	buf_add(out, path);
	buf_terminate(out);
	return true;
}

/* Only the folder may be reached by links. */
static bool unlinked_below(struct buf *out, const char *root, struct str path)
{
	struct str folder, name;

	if (!str_rcut(path, '/', &folder, &name) || !path_below(out, root, folder))
		return false;
	buf_add_char(out, '/');
	buf_add(out, name);
	buf_terminate(out);
	return !str_eq(name, STR("..")) && name.n > 0;
}

bool places_unlinked_path(const struct places *places, struct str path, struct buf *out)
{
	if (!places->options->root)
		return places_path(places, path, out);
	return places_is_path(path) && unlinked_below(out, places->options->root, path);
}

bool places_cached(
	const struct places *places, struct str build_id, const char *name, struct buf *out)
{
	buf_reset(out);
	if (places->cache.n == 0 || build_id.n < 2)
		return false;
	buf_add(out, buf_str(&places->cache));
	build_id_add_path(out, build_id);
	buf_add_char(out, '/');
	buf_add(out, str_of(name));
	buf_terminate(out);
	return true;
}

bool places_fetched(
	const struct places *places, struct str build_id, const char *name, struct buf *out)
{
	buf_reset(out);
	if (places->debuginfod.n == 0 || build_id.n < 2)
		return false;
	buf_add(out, buf_str(&places->debuginfod));
	buf_add_char(out, '/');
	build_id_add_hex(out, build_id);
	buf_add_char(out, '/');
	buf_add(out, str_of(name));
	buf_terminate(out);
	return true;
}

/* ---- processes in containers ---- */

static bool same_namespace(const char *process)
{
	char ours[64], theirs[64];
	ssize_t n = readlink("/proc/self/ns/mnt", ours, sizeof(ours));
	ssize_t m = readlink(process, theirs, sizeof(theirs));

	return n <= 0 || m <= 0 ||
		str_eq((struct str){ours, (size_t)n}, (struct str){theirs, (size_t)m});
}

/* Whether a process has a file of that path mapped: a line of its maps ends with it. */
static bool has_mapped(const char *maps, struct str path)
{
	FILE *file = fopen(maps, "r");
	char *line = NULL;
	size_t capacity = 0;
	ssize_t n;
	bool found = false;

	if (!file)
		return false;
	while (!found && (n = getline(&line, &capacity, file)) > 0) {
		struct str text =
			str_trim_end(str_head((struct str){line, (size_t)n}, (size_t)n - 1));

		found = str_ends(text, path) && text.n > path.n &&
			text.p[text.n - path.n - 1] == ' ';
	}
	free(line);
	fclose(file);
	return found;
}

bool places_container_path(
	const struct places *places, int64_t pid, struct str path, struct buf *out)
{
	struct buf process = {0};
	bool good;

	buf_reset(out);
	if (pid <= 0 || !places->same_host || places->options->root || !places_is_path(path))
		return false;
	buf_addf(&process, "/proc/%lld/ns/mnt", (long long)pid);
	buf_terminate(&process);
	good = !same_namespace(process.p);
	if (good) {
		buf_reset(&process);
		buf_addf(&process, "/proc/%lld/maps", (long long)pid);
		buf_terminate(&process);
		good = has_mapped(process.p, path);
	}
	if (good) {
		buf_reset(&process);
		buf_addf(&process, "/proc/%lld/root", (long long)pid);
		buf_terminate(&process);
		good = path_below(out, process.p, path);
	}
	buf_release(&process);
	return good;
}

/* The last number of "NSpid:  4711  12", which is the innermost namespace's; 0: none. */
static uint64_t inner_pid(const char *status)
{
	FILE *file = fopen(status, "r");
	uint64_t pid = 0;
	char text[256];

	while (file && fgets(text, sizeof(text), file)) {
		struct str line =
			str_trim_end(str_head(str_of(text), str_find(str_of(text), '\n')));

		if (str_starts(line, STR("NSpid:")) && !str_to_u64(str_take_last_word(&line), &pid))
			pid = 0;
	}
	if (file)
		fclose(file);
	return pid;
}

bool places_container_map(const struct places *places, int64_t pid, struct buf *out)
{
	struct buf path = {0}, map = {0};
	uint64_t inner = 0;
	bool good = false;

	if (pid > 0 && places->same_host && !places->options->root) {
		buf_addf(&path, "/proc/%lld/status", (long long)pid);
		buf_terminate(&path);
		inner = inner_pid(path.p);
	}
	if (inner) {
		buf_reset(&path);
		buf_addf(&path, "/proc/%lld/root", (long long)pid);
		buf_terminate(&path);
		buf_addf(&map, "/tmp/perf-%llu.map", (unsigned long long)inner);
		good = unlinked_below(out, path.p, buf_str(&map));
	}
	buf_release(&path);
	buf_release(&map);
	return good;
}
