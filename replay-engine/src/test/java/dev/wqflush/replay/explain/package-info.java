/** Rules of what is explained. */
@NullMarked
package dev.wqflush.replay.explain;

import org.jspecify.annotations.NullMarked;
