/**
 * What the HTML page says, section by section: titles, leads, tables and notes, computed by rules from one report. The
 * templates add nothing but markup.
 */
@NullMarked
package dev.wqflush.cli.report.page;

import org.jspecify.annotations.NullMarked;
