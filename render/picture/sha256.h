/*
 * SHA-256 (FIPS 180-4) of bytes in memory.
 */
#ifndef RENDER_PICTURE_SHA256_H
#define RENDER_PICTURE_SHA256_H

#include <stdint.h>

#include "common/str.h"

enum { SHA256_SIZE = 32 };

void sha256(struct str message, uint8_t digest[SHA256_SIZE]);

#endif
