/** Pages of Android's systrace, compressed output of atrace: ftrace text within something else. */
@NullMarked
package dev.wqflush.parsers.systrace;

import org.jspecify.annotations.NullMarked;
