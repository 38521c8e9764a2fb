/** The replay held against the kernel's own counters. */
@NullMarked
package dev.wqflush.replay.truth;

import org.jspecify.annotations.NullMarked;
