/** The flush contract held on seeded random schedules, by simulation, plain twins and broken variants. */
@NullMarked
package dev.wqflush.replay.oracle;

import org.jspecify.annotations.NullMarked;
