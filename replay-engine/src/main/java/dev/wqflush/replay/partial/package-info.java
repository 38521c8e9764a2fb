/**
 * What partial evidence means: printed logs, stacks and tables to a class, a sentence and flags, always of grade D.
 * Bounds and candidates, never a magnitude.
 */
@NullMarked
package dev.wqflush.replay.partial;

import org.jspecify.annotations.NullMarked;
