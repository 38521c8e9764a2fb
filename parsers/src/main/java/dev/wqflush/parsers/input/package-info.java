/** Where bytes come from: files, standard input, compression, archives; and how lines are found in them. */
@NullMarked
package dev.wqflush.parsers.input;

import org.jspecify.annotations.NullMarked;
