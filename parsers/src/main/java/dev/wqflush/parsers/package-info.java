/** Where a capture is opened: the list of the formats that can be read. */
@NullMarked
package dev.wqflush.parsers;

import org.jspecify.annotations.NullMarked;
