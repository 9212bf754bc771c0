/*
 * The whole of the output: what the numbers are, in words, then a table, then what that leaves out.
 * For programs the table alone, or JSON.
 */
#ifndef RENDER_REPORT_DOCUMENT_H
#define RENDER_REPORT_DOCUMENT_H

#include "render/report/report.h"

void document_write(struct report *report);

#endif
