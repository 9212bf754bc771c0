/*
 * A file that got shorter is told by SIGBUS at the first page that is gone. The handler looks for
 * the mapping with that address and puts zeros in the place of all pages from there to its end; a
 * SIGBUS anywhere else takes its usual way. It may interrupt anything in any thread, so the list
 * that it walks only ever grows: places of mappings that were closed are used again.
 */
#include "common/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory.h"

struct mapping_range {
	struct mapping_range *next;
	char *bytes;
	_Atomic uintptr_t start; /* where these are; 0: free */
	_Atomic uintptr_t end;
	_Atomic bool cut;
};

static _Atomic(struct mapping_range *) ranges;
static pthread_mutex_t ranges_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t handler_once = PTHREAD_ONCE_INIT;
static int zeros = -1; /* /dev/zero, whose private mappings are memory */
static uintptr_t page_size;

static struct mapping_range *range_of(uintptr_t address)
{
	struct mapping_range *range = atomic_load(&ranges);

	while (range &&
		(address < atomic_load(&range->start) || address >= atomic_load(&range->end)))
		range = range->next;
	return range;
}

static void put_zeros(int number, siginfo_t *information, void *context)
{
	int before = errno;
	uintptr_t address = (uintptr_t)information->si_addr;
	struct mapping_range *range = range_of(address);
	uintptr_t page = address & ~(page_size - 1);

	(void)context;
	if (range) {
		void *made = mmap(range->bytes + (page - atomic_load(&range->start)),
			atomic_load(&range->end) - page, PROT_READ, MAP_PRIVATE | MAP_FIXED, zeros,
			0);

		atomic_store(&range->cut, true);
		range = made == MAP_FAILED ? NULL : range;
	}
	if (!range)
		signal(number, SIG_DFL);
	errno = before;
}

static void install_handler(void)
{
	struct sigaction action = {.sa_sigaction = put_zeros, .sa_flags = SA_SIGINFO | SA_RESTART};

	page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (zeros < 0)
		return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
}

static struct mapping_range *range_add(char *bytes, size_t size)
{
	struct mapping_range *range;
	uintptr_t pages = (size + page_size - 1) & ~(page_size - 1);

	pthread_mutex_lock(&ranges_lock);
	range = atomic_load(&ranges);
	while (range && atomic_load(&range->start))
		range = range->next;
	if (!range) {
		range = memory_new(1, sizeof(*range));
		range->next = atomic_load(&ranges);
		atomic_store(&ranges, range);
	}
	range->bytes = bytes;
	atomic_store(&range->cut, false);
	atomic_store(&range->end, (uintptr_t)bytes + pages);
	atomic_store(&range->start, (uintptr_t)bytes);
	pthread_mutex_unlock(&ranges_lock);
	return range;
}

static void fail(struct buf *why, const char *reason)
{
	buf_reset(why);
	buf_add(why, str_of(reason));
}

static void fail_errno(struct buf *why)
{
	fail(why, strerror(errno));
}

int open_regular(const char *path, int flags, struct buf *why)
{
	struct stat file;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);

	if (fd < 0) {
		fail_errno(why);
		return -1;
	}
	if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode))
		return fd;
	close(fd);
	fail(why, "not a regular file");
	return -1;
}

int open_own(const char *path, struct buf *why)
{
	struct stat file;
	int fd = open_regular(path, O_NOFOLLOW, why);

	if (fd < 0)
		return -1;
	if (fstat(fd, &file) != 0)
		fail_errno(why);
	else if (file.st_uid != 0 && file.st_uid != geteuid())
		fail(why, "somebody else's file");
	else
		return fd;
	close(fd);
	return -1;
}

bool mapping_of(struct mapping *mapping, int fd, struct buf *why)
{
	struct stat file;
	void *bytes = NULL;

	*mapping = (struct mapping){0};
	if (fstat(fd, &file) != 0) {
		fail_errno(why);
		return false;
	}
	if (!S_ISREG(file.st_mode)) {
		fail(why, "not a regular file");
		return false;
	}
	mapping->device = (uint64_t)file.st_dev;
	mapping->inode = (uint64_t)file.st_ino;
	if (file.st_size == 0)
		return true;
	if ((uint64_t)file.st_size > SIZE_MAX / 2) {
		fail(why, "too large");
		return false;
	}
	pthread_once(&handler_once, install_handler);
	bytes = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED) {
		fail_errno(why);
		return false;
	}
	mapping->bytes = (struct str){bytes, (size_t)file.st_size};
	mapping->range = range_add(bytes, mapping->bytes.n);
	return true;
}

bool mapping_open(struct mapping *mapping, const char *path, struct buf *why)
{
	int fd = open_regular(path, 0, why);
	bool mapped = fd >= 0 && mapping_of(mapping, fd, why);

	if (fd >= 0)
		close(fd);
	else
		*mapping = (struct mapping){0};
	return mapped;
}

bool mapping_was_cut(const struct mapping *mapping)
{
	return mapping->range && atomic_load(&mapping->range->cut);
}

void mapping_close(struct mapping *mapping)
{
	if (mapping->range) {
		munmap(mapping->range->bytes, mapping->bytes.n);
		atomic_store(&mapping->range->end, 0);
		atomic_store(&mapping->range->start, 0);
	}
	*mapping = (struct mapping){0};
}
