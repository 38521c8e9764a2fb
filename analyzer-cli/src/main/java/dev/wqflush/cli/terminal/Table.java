package dev.wqflush.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A table without rules or frames. The first column is left aligned and takes what the others leave; where that is too
 * little, columns that can be spared are dropped, the first spared one first.
 */
public final class Table {
    private static final int GAP = 1;
    private static final int GROUP_GAP = 2;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * One column.
     *
     * @param title its head
     * @param least columns that it takes at least, the gap before it included
     * @param leftAligned words rather than numbers
     * @param sparedAs order in which it is dropped for want of room, 0 for never
     * @param colour how its cells are marked
     */
    public record Column(
            String title, int least, boolean leftAligned, int sparedAs, UnaryOperator<String> colour, String group) {}

    /** A table without rows. */
    public Table(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Adds a row with a cell for each column. */
    public void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** The lines, head first, each at most {@code width} columns wide if the least widths allow that. */
    public List<String> lines(int width, boolean unicode) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            shown.add(i);
        }
        int first = columns.get(0).least();
        for (int spare = 1; spare <= columns.size() && first + othersWidth(shown) > width; spare++) {
            int dropped = spare;
            shown.removeIf(i -> columns.get(i).sparedAs() == dropped);
        }
        int nameWidth = Math.max(first, Math.min(widest(0), width - othersWidth(shown)));
        List<String> lines = new ArrayList<>();
        String groups = groupLine(shown, nameWidth);
        if (!groups.isEmpty()) {
            lines.add(groups);
        }
        lines.add(line(columns.stream().map(Column::title).toList(), shown, nameWidth, false, unicode));
        for (List<String> row : rows) {
            lines.add(line(row, shown, nameWidth, true, unicode));
        }
        return lines;
    }

    private String groupLine(List<Integer> shown, int nameWidth) {
        StringBuilder line = new StringBuilder(" ".repeat(nameWidth));
        int end = nameWidth;
        for (int k = 1; k < shown.size(); k++) {
            int i = shown.get(k);
            end += columnWidth(i);
            boolean last = k + 1 == shown.size()
                    || !columns.get(shown.get(k + 1))
                            .group()
                            .equals(columns.get(i).group());
            if (last && !columns.get(i).group().isEmpty()) {
                String group = columns.get(i).group();
                int pad = Math.max(line.length() == nameWidth ? 0 : GROUP_GAP, end - line.length() - group.length());
                line.append(" ".repeat(pad)).append(group);
            }
        }
        return line.toString().stripTrailing();
    }

    private String line(List<String> cells, List<Integer> shown, int nameWidth, boolean coloured, boolean unicode) {
        StringBuilder line =
                new StringBuilder(Prose.padRight(Prose.cutMiddle(cells.get(0), nameWidth, unicode), nameWidth));
        for (int k = 1; k < shown.size(); k++) {
            int i = shown.get(k);
            Column column = columns.get(i);
            String cell = column.leftAligned()
                    ? Prose.padRight("  " + cells.get(i), columnWidth(i))
                    : Prose.padLeft(cells.get(i), columnWidth(i));
            if (k + 1 == shown.size()) {
                cell = cell.stripTrailing();
            }
            line.append(coloured ? column.colour().apply(cell) : cell);
        }
        return line.toString().stripTrailing();
    }

    private int othersWidth(List<Integer> shown) {
        int sum = 0;
        for (int i : shown) {
            sum += i == 0 ? 0 : columnWidth(i);
        }
        return sum;
    }

    private int columnWidth(int i) {
        Column column = columns.get(i);
        return Math.max(column.least(), widest(i) + (column.leftAligned() ? 2 : GAP));
    }

    private int widest(int i) {
        int widest = columns.get(i).title().length();
        for (List<String> row : rows) {
            widest = Math.max(widest, row.get(i).length());
        }
        return widest;
    }
}
