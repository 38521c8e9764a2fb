package dev.wqflush.cli.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table; the script sorts its body and leaves its foot alone.
 *
 * @param label what it holds, for those who cannot see it
 */
public record Table(String label, List<Column> columns, List<Row> body, List<Row> foot) {
    /**
     * One column.
     *
     * @param label its head
     * @param first the order in which the first click sorts
     * @param sorted the order in which the body comes, if by this column
     * @param cssClass style
     * @param svg axis of the pictures in the column, empty for none
     */
    public record Column(
            String label, String first, @Nullable String sorted, String cssClass, String svg) {
        private static final String RISING = "ascending";
        private static final String FALLING = "descending";

        static Column text(String label) {
            return new Column(label, RISING, null, "", "");
        }

        static Column number(String label) {
            return new Column(label, FALLING, null, "num", "");
        }

        /** Numbers by which the body is sorted, the largest first. */
        static Column falling(String label) {
            return new Column(label, FALLING, FALLING, "num", "");
        }

        static Column pictures(String label, String axis) {
            return new Column(label, FALLING, null, "pic", axis);
        }
    }

    /** One row; the first cell names it. */
    public record Row(String cssClass, List<Cell> cells) {}

    /**
     * One cell.
     *
     * @param note second line, empty for none
     * @param key what the script sorts by, null for the text itself
     * @param svg picture in place of text, empty for none
     */
    public record Cell(
            String text,
            String note,
            String cssClass,
            @Nullable String key,
            String svg) {
        static Cell text(String text) {
            return new Cell(text, "", "", null, "");
        }

        static Cell noted(String text, String note) {
            return new Cell(text, note, "", null, "");
        }

        static Cell of(String cssClass, String text) {
            return new Cell(text, "", cssClass, null, "");
        }

        static Cell number(String text, long key) {
            return new Cell(text, "", "num", Long.toString(key), "");
        }

        /** A number that is not known; sorts below all others. */
        static Cell unknown() {
            return number(Capture.UNKNOWN, -1);
        }

        /** A picture that sorts by {@code key}. */
        static Cell picture(String svg, long key) {
            return new Cell("", "", "pic", Long.toString(key), svg);
        }

        static Cell empty() {
            return text("");
        }
    }
}
