/** What was read, what was lost, and the sentences that say why something could not be read at all. */
@NullMarked
package dev.wqflush.parsers.diag;

import org.jspecify.annotations.NullMarked;
