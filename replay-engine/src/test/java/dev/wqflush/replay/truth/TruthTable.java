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
    private static final List<Figure> OF_ALONE =
            List.of(Figure.WALKS, Figure.LEGACY, Figure.LIST, Figure.COVER_VISITS, Figure.COVER_LOCKS, Figure.WIDTH);
    private static final List<Figure> OF_FLUSHES =
            List.of(Figure.FLUSHES, Figure.PATH, Figure.MUTEX, Figure.ITEMS, Figure.ITEMS_SUM, Figure.WAKEUP);
    private static final List<Figure> OF_STOCK = List.of(Figure.WALKS, Figure.KIND, Figure.EXTRA);
    private static final List<Figure> OF_WALKS = Stream.of(Figure.values())
            .filter(figure -> !OF_FLUSHES.contains(figure) && figure != Figure.FLAGGED)
            .toList();

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
            String renewed = TruthDocument.of(folder).withDamage(folder).renew(Files.readString(document));
            Files.writeString(document, renewed);
        } else if (last.equals("graph")) {
            out.print(graph(folder));
        } else if (last.equals("alone")) {
            out.print(alone(folder));
        } else if (last.equals("pools")) {
            out.print(pools(folder));
        } else if (last.equals("damage")) {
            out.print(DamageTable.table(folder));
        } else if (arguments.length == 2 && last.matches("[A-Z_]+")) {
            out.print(DamageTable.capture(Capture.named(folder, arguments[0]), Damage.valueOf(last)));
        } else if (last.contains("/")) {
            out.print(capture(Measurement.of(Capture.named(folder, last), wanted)));
        } else {
            List<Measurement> measurements = Measurement.of(Captures.withWalks(folder), wanted);
            out.print(sums(measurements));
            wanted.forEach(level -> out.print("\nlevel " + level + "\n" + level(measurements, level)));
            out.print("\n" + stock(measurements) + "\n" + flushes(measurements));
        }
    }

    private static String capture(List<Measurement> measurements) {
        StringBuilder text = new StringBuilder();
        for (Measurement measurement : measurements) {
            Score score = measurement.score();
            text.append(new Table(OF_WALKS).row("level " + measurement.level(), score));
            score.misses.forEach(miss -> text.append(miss).append('\n'));
            text.append(new Table(OF_FLUSHES).row("", score));
        }
        return text.toString();
    }

    /** One row per level and choice of captures. */
    static String sums(List<Measurement> measurements) {
        Table table = new Table(OF_WALKS);
        for (Scope scope : List.of(Scope.ALL, Scope.ALL_BUT_BH, Scope.BH)) {
            for (int level : InputLevels.ALL) {
                scope.parts(measurements, level).forEach((name, score) -> table.row(name + ' ' + level, score));
            }
        }
        return table.toString();
    }

    /** One row per machine and per class, and both together. */
    static String level(List<Measurement> measurements, int level) {
        List<Measurement> counted = counted(measurements, level);
        Map<String, Score> byMachine = byMachine(counted);
        Map<String, Score> byLoad = byLoad(counted);
        Map<String, Score> byBoth = Measurement.sums(
                counted.stream(),
                each -> each.capture().machine() + each.capture().load().word());

        StringBuilder table = new StringBuilder();
        table.append(new Table(OF_WALKS)
                .rows(byMachine)
                .rows(byLoad)
                .rows(Scope.ALL.parts(measurements, level))
                .rows(Scope.ALL_BUT_BH.parts(measurements, level))
                .rows(Scope.ALL_BUT_ATTRIBUTES.parts(measurements, level)));
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

    private static List<Measurement> counted(List<Measurement> measurements, int level) {
        return measurements.stream()
                .filter(each -> each.level() == level && each.capture().isCounted())
                .toList();
    }

    private static Map<String, Score> byMachine(List<Measurement> measurements) {
        return Measurement.sums(measurements.stream(), each -> each.capture().machine());
    }

    private static Map<String, Score> byLoad(List<Measurement> measurements) {
        return Measurement.sums(
                measurements.stream()
                        .sorted(Comparator.comparing(each -> each.capture().load())),
                each -> each.capture().load().word());
    }

    private static String both(@Nullable Score score) {
        return score == null ? "-" : (Figure.KIND.text(score) + '/' + Figure.LIST.text(score)).replace("100.0", "100");
    }

    /** Flushes: one row per level, then per machine and class at level 1. */
    static String flushes(List<Measurement> measurements) {
        Table table = new Table(OF_FLUSHES);
        for (int level : InputLevels.ALL) {
            Scope.ALL.parts(measurements, level).forEach((name, score) -> table.row("level " + level, score));
        }
        List<Measurement> counted = counted(measurements, 1);
        return table.rows(byMachine(counted)).rows(byLoad(counted)).toString();
    }

    /** Stock kernels, whose probes tell walks and kinds. */
    static String stock(List<Measurement> measurements) {
        Table table = new Table(OF_STOCK);
        for (int level : InputLevels.ALL) {
            Scope.EACH_STOCK_MACHINE
                    .parts(measurements, level)
                    .forEach((machine, score) -> table.row(machine + ' ' + level, score));
        }
        return table.toString();
    }

    /** What is left where only the count of possible CPUs is told. */
    static String alone(Path folder) throws IOException {
        List<Capture> captures = Captures.withWalks(folder).stream()
                .filter(capture -> capture.isCounted() && capture.load() != LoadClass.ATTRIBUTES)
                .map(Capture::withCpusAlone)
                .toList();
        List<Measurement> measurements = Measurement.of(captures, InputLevels.ALL);
        Table table = new Table(OF_ALONE);
        for (int level : InputLevels.ALL) {
            Scope.ALL.parts(measurements, level).forEach((name, score) -> table.row(name + ' ' + level, score));
        }
        return table.toString();
    }

    /** Pools learned from the captures. */
    static String pools(Path folder) throws IOException {
        StringBuilder table = new StringBuilder(PoolTruth.HEADER);
        PoolTruth.of(folder, InputLevels.ALL).forEach((level, truth) -> table.append(truth.row("level " + level)));
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
