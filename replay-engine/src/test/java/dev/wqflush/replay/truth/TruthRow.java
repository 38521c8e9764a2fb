package dev.wqflush.replay.truth;

import java.math.BigDecimal;
import java.util.List;

/** One row of a truth file, whose first line names the columns. */
record TruthRow(List<String> columns, List<String> cells) {
    static List<TruthRow> parse(List<String> lines) {
        List<String> columns = List.of(lines.get(0).split("\t", -1));
        return lines.stream()
                .skip(1)
                .map(line -> new TruthRow(columns, List.of(line.split("\t", -1))))
                .toList();
    }

    String text(String column) {
        return cells.get(columns.indexOf(column));
    }

    long number(String column) {
        return Long.parseLong(text(column));
    }

    /** A time in seconds. */
    long nanos(String column) {
        return new BigDecimal(text(column)).movePointRight(9).longValueExact();
    }
}
