/** What printed payloads say, in the notations that the kernel, its options and other tools give them. */
@NullMarked
package dev.wqflush.parsers.payload;

import org.jspecify.annotations.NullMarked;
