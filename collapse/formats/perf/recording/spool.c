#include "collapse/formats/perf/recording/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/messages.h"

void spool_open(struct spool *spool, const char *name)
{
	const char *folder = getenv("TMPDIR");
	char path[4096];
	int n = snprintf(path, sizeof(path), "%s/collapse-XXXXXX",
		folder && folder[0] ? folder : "/tmp");

	*spool = (struct spool){.fd = -1};
	if (n > 0 && (size_t)n < sizeof(path))
		spool->fd = mkstemp(path);
	if (spool->fd < 0)
		die_errno("%s: cannot make a temporary file", name);
	unlink(path);
	fcntl(spool->fd, F_SETFD, FD_CLOEXEC);
}

void spool_add(struct spool *spool, const char *name, struct str bytes)
{
	while (bytes.n) {
		ssize_t written = write(spool->fd, bytes.p, bytes.n);

		if (written < 0 && errno != EINTR)
			die_errno("%s: cannot write a temporary file", name);
		if (written > 0)
			bytes = str_skip(bytes, (size_t)written);
	}
}

struct str spool_map(struct spool *spool, const char *name)
{
	off_t size = lseek(spool->fd, 0, SEEK_END);
	void *mapped;

	if (size == 0)
		return (struct str){"", 0};
	if (size < 0 || (uint64_t)size > SIZE_MAX)
		die_errno("%s: cannot read a temporary file", name);
	mapped = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, spool->fd, 0);
	if (mapped == MAP_FAILED)
		die_errno("%s: cannot read a temporary file", name);
	spool->mapped = (struct str){mapped, (size_t)size};
	return spool->mapped;
}

int spool_take_file(struct spool *spool)
{
	int fd = spool->fd;

	lseek(fd, 0, SEEK_SET);
	spool->fd = -1;
	return fd;
}

void spool_close(struct spool *spool)
{
	if (spool->mapped.n)
		munmap((void *)(uintptr_t)spool->mapped.p, spool->mapped.n);
	if (spool->fd >= 0)
		close(spool->fd);
	*spool = (struct spool){.fd = -1};
}
