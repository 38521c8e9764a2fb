/** Typed events one by one: which are wanted, and how they are written. */
@NullMarked
package dev.wqflush.cli.events;

import org.jspecify.annotations.NullMarked;
