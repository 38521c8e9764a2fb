package dev.wqflush.replay.truth;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Prints scores, one a row and one figure a column. */
final class Table {
    private final List<Figure> figures;
    private final StringBuilder text = new StringBuilder();

    Table(List<Figure> figures) {
        this.figures = figures;
        row("", Figure::column);
    }

    Table row(String name, Score score) {
        return row(name, figure -> figure.text(score));
    }

    Table rows(Map<String, Score> scores) {
        scores.forEach(this::row);
        return this;
    }

    private Table row(String name, Function<Figure, String> cell) {
        text.append(String.format(Locale.ROOT, "%-18s", name));
        figures.forEach(figure -> text.append(String.format(Locale.ROOT, " %7s", cell.apply(figure))));
        text.append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
