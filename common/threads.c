#include "common/threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/memory.h"

struct sharing {
	void (*work)(void *context, size_t item);
	void *context;
	size_t items, next; /* next: which nobody has taken */
	pthread_mutex_t lock;
};

static size_t take(struct sharing *sharing)
{
	size_t item;

	pthread_mutex_lock(&sharing->lock);
	item = sharing->next;
	sharing->next += item < sharing->items;
	pthread_mutex_unlock(&sharing->lock);
	return item;
}

static void *work_on(void *argument)
{
	struct sharing *sharing = argument;
	size_t item;

	while ((item = take(sharing)) < sharing->items)
		sharing->work(sharing->context, item);
	return NULL;
}

/* Starts as many of the threads as can be; returns how many. */
static size_t start(pthread_t *threads, size_t count, struct sharing *sharing)
{
	sigset_t all, before;
	size_t started = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (started < count &&
		pthread_create(&threads[started], NULL, work_on, sharing) == 0)
		started++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

void threads_each(
	size_t count, size_t items, void (*work)(void *context, size_t item), void *context)
{
	struct sharing sharing = {.work = work, .context = context, .items = items};
	size_t others = count < items ? count : items, started;
	pthread_t *threads = memory_new(others, sizeof(*threads));

	others -= others > 0;
	pthread_mutex_init(&sharing.lock, NULL);
	started = start(threads, others, &sharing);
	work_on(&sharing);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_mutex_destroy(&sharing.lock);
	free(threads);
}

size_t threads_usable(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (size_t)count : 1;
}
