/**
 * Inline SVG pictures of the report. Widths are per cent of whatever room the page gives and heights are pixels, so
 * that text never scales and no script lays anything out; colours are classes that the page's style sheet fills.
 */
@NullMarked
package dev.wqflush.cli.report.chart;

import org.jspecify.annotations.NullMarked;
