package dev.wqflush.replay.truth;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of {@code docs/models.md} that hold the replay against the truth; {@code scripts/truth-table} runs it. */
final class TruthTable {
    private static final List<Figure> ALL = List.of(Figure.values());
    private static final List<Figure> OF_STOCK = List.of(Figure.KIND, Figure.EXTRA);

    private TruthTable() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Path folder = Captures.folder();
        List<Integer> levels = Stream.of(arguments)
                .filter(argument -> argument.matches("[1-5]"))
                .map(Integer::valueOf)
                .toList();
        List<Integer> wanted = levels.isEmpty() ? InputLevels.ALL : levels;
        String last = arguments.length == 0 ? "" : arguments[arguments.length - 1];
        if (folder == null) {
            out.println("no shared captures beside this checkout: nothing to compare");
        } else if (last.equals("renew")) {
            Path document = Path.of("docs", "models.md");
            Files.writeString(document, TruthDocument.of(folder).renew(Files.readString(document)));
        } else if (last.equals("graph")) {
            out.print(graph(folder));
        } else if (last.contains("/")) {
            out.print(capture(Measurement.of(Capture.named(folder, last), wanted)));
        } else {
            List<Measurement> measurements = Measurement.of(Captures.withWalks(folder), wanted);
            out.print(sums(measurements));
            wanted.forEach(level -> out.print("\nlevel " + level + "\n" + level(measurements, level)));
            out.print("\n" + stock(measurements));
        }
    }

    private static String capture(List<Measurement> measurements) {
        StringBuilder table = new StringBuilder(Score.header(ALL)).append('\n');
        for (Measurement measurement : measurements) {
            Score score = measurement.score();
            table.append(score.row("level " + measurement.level(), ALL)).append('\n');
            score.misses.forEach(miss -> table.append(miss).append('\n'));
        }
        return table.toString();
    }

    /** One row per level. */
    static String sums(List<Measurement> measurements) {
        StringBuilder table = new StringBuilder(Score.header(ALL)).append('\n');
        for (Scope scope : List.of(Scope.ALL, Scope.ALL_BUT_BH, Scope.BH)) {
            InputLevels.ALL.forEach(level -> scope.parts(measurements, level)
                    .forEach((name, score) ->
                            table.append(score.row(name + ' ' + level, ALL)).append('\n')));
        }
        return table.toString();
    }

    /** One row per machine and per class, and both together. */
    static String level(List<Measurement> measurements, int level) {
        List<Measurement> counted = measurements.stream()
                .filter(each -> each.level() == level && each.capture().isCounted())
                .toList();
        Map<String, Score> byMachine =
                Measurement.sums(counted.stream(), each -> each.capture().machine());
        Map<String, Score> byLoad = Measurement.sums(
                counted.stream()
                        .sorted(Comparator.comparing(each -> each.capture().load())),
                each -> each.capture().load().word());
        Map<String, Score> byBoth = Measurement.sums(
                counted.stream(),
                each -> each.capture().machine() + each.capture().load().word());

        StringBuilder table = new StringBuilder(Score.header(ALL)).append('\n');
        byMachine.forEach(
                (machine, score) -> table.append(score.row(machine, ALL)).append('\n'));
        byLoad.forEach((load, score) -> table.append(score.row(load, ALL)).append('\n'));
        for (Scope scope : List.of(Scope.ALL, Scope.ALL_BUT_BH, Scope.ALL_BUT_ATTRIBUTES)) {
            scope.parts(measurements, level)
                    .forEach((name, score) -> table.append(score.row(name, ALL)).append('\n'));
        }

        table.append("\nkind/list    ");
        byMachine.keySet().forEach(machine -> table.append(String.format(Locale.ROOT, " %11s", machine)));
        table.append('\n');
        byLoad.keySet().forEach(load -> {
            table.append(String.format(Locale.ROOT, "%-13s", load));
            byMachine
                    .keySet()
                    .forEach(machine ->
                            table.append(String.format(Locale.ROOT, " %11s", both(byBoth.get(machine + load)))));
            table.append('\n');
        });
        return table.toString();
    }

    private static String both(@Nullable Score score) {
        return score == null ? "-" : (Figure.KIND.text(score) + '/' + Figure.LIST.text(score)).replace("100.0", "100");
    }

    /** Stock kernels, whose probes tell walks and kinds. */
    static String stock(List<Measurement> measurements) {
        StringBuilder table = new StringBuilder(Score.header(OF_STOCK)).append('\n');
        InputLevels.ALL.forEach(level -> Scope.EACH_STOCK_MACHINE
                .parts(measurements, level)
                .forEach((machine, score) ->
                        table.append(score.row(machine + ' ' + level, OF_STOCK)).append('\n')));
        return table.toString();
    }

    static String graph(Path folder) throws IOException {
        GraphTruth all = new GraphTruth();
        List<String> rows = new ArrayList<>();
        for (Capture capture : Captures.ofGraphs(folder)) {
            GraphTruth truth = new GraphTruth();
            truth.add(capture);
            all.add(truth);
            rows.add(truth.row(capture.name()));
        }
        return String.join("", rows) + all.row("all") + String.join("\n", all.misses);
    }
}
