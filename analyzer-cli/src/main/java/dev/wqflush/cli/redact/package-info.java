/** Which names of a capture are told as they are, and what stands for the others. */
@NullMarked
package dev.wqflush.cli.redact;

import org.jspecify.annotations.NullMarked;
