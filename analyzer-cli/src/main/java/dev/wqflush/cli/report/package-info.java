/** One model of the report and one writer for each of its forms. */
@NullMarked
package dev.wqflush.cli.report;

import org.jspecify.annotations.NullMarked;
