/** Results to one class, one sentence, flags and evidence; every threshold a named constant with its reason. */
@NullMarked
package dev.wqflush.replay.verdict;

import org.jspecify.annotations.NullMarked;
