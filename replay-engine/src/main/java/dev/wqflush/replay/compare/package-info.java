/** Two captures, or two sets of them, held against each other. */
@NullMarked
package dev.wqflush.replay.compare;

import org.jspecify.annotations.NullMarked;
