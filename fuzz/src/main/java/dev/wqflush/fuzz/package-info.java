/** Coverage-guided fuzzing of the readers; run by {@code scripts/fuzz}, never shipped. */
@NullMarked
package dev.wqflush.fuzz;

import org.jspecify.annotations.NullMarked;
