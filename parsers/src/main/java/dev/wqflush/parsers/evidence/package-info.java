/**
 * What is printed about waiting where nothing was traced: lock tables, the kernel's log with stacks, tables of work
 * items. It holds no moments of flushes, so it can give a class, a bound or a candidate, but never a magnitude.
 */
@NullMarked
package dev.wqflush.parsers.evidence;

import org.jspecify.annotations.NullMarked;
