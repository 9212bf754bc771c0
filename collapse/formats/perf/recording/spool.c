#include "collapse/formats/perf/recording/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
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
	struct buf why = {0};

	if (!mapping_of(&spool->mapping, spool->fd, &why))
		die("%s: cannot read a temporary file: %.*s", name, STR_ARG(buf_str(&why)));
	buf_release(&why);
	return spool->mapping.bytes.n ? spool->mapping.bytes : STR("");
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
	mapping_close(&spool->mapping);
	if (spool->fd >= 0)
		close(spool->fd);
	*spool = (struct spool){.fd = -1};
}
