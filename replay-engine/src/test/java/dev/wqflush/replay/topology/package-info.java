/** Layouts against what kernels have shown. */
@NullMarked
package dev.wqflush.replay.topology;

import org.jspecify.annotations.NullMarked;
