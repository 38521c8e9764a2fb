package dev.wqflush.cli.report;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Calibration;
import dev.wqflush.replay.cost.Calibration.Fit;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The file that {@code calibrate} writes and {@code --costs} reads: a line for each price, {@code act kind low base
 * high} in nanoseconds, comments behind {@code #}. Prices that it leaves out are the published ones.
 */
public final class CostsFile {
    private static final String MAGIC = "# wqflush costs 1";
    private static final String PER_CPU = "percpu";
    private static final String UNBOUND = "unbound";
    private static final List<String> PARTS = List.of("fixed part", "warm lines", "cold lines", "used pwqs");
    private static final int FIELDS = 5;

    private CostsFile() {}

    /** The lines of a calibration, with what it rests on. */
    public static List<String> lines(Calibration calibration, String source) {
        List<String> lines = new ArrayList<>(List.of(
                MAGIC,
                "# fitted to " + source.replace('\n', ' '),
                "# nanoseconds; bounds by resampling of whole flushes. Use: wqflush analyze --costs THIS_FILE FILE"));
        for (Fit fit : calibration.fits()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "# %s workqueues: %,d walks; 94 %% of them took %.2f to %.2f times what the fit says",
                    fit.kind() == WorkqueueKind.UNKNOWN ? "all" : fit.kind().word(),
                    fit.walks(),
                    fit.shortest(),
                    fit.longest()));
            for (int part = 0; part < PARTS.size(); part++) {
                lines.add(String.format(
                        Locale.ROOT,
                        "#   %s: %.2f (%.2f..%.2f) times the published price",
                        PARTS.get(part),
                        fit.factors().get(part),
                        fit.low().get(part),
                        fit.high().get(part)));
            }
        }
        lines.add("# act kind low base high");
        for (Act act : Act.values()) {
            if (act.isOfWalk()) {
                lines.add(line(act, PER_CPU, calibration.costs().of(act, WorkqueueKind.PER_CPU)));
                lines.add(line(act, UNBOUND, calibration.costs().of(act, WorkqueueKind.UNBOUND)));
            }
        }
        return lines;
    }

    private static String line(Act act, String kind, Cost cost) {
        return String.format(
                Locale.ROOT, "%-12s %-8s %.1f %.1f %.1f", act.word(), kind, cost.low(), cost.base(), cost.high());
    }

    /**
     * The prices of such a file.
     *
     * @param name of the file, for the report
     * @throws IllegalArgumentException with a sentence naming the line, if it is no such file
     */
    public static CostParameters read(List<String> lines, String name) {
        CostParameters published = DefaultCosts.published();
        Map<Act, Cost> perCpu = new EnumMap<>(Act.class);
        Map<Act, Cost> unbound = new EnumMap<>(Act.class);
        for (Act act : Act.values()) {
            perCpu.put(act, published.of(act, WorkqueueKind.PER_CPU));
            unbound.put(act, published.of(act, WorkqueueKind.UNBOUND));
        }
        if (lines.isEmpty() || !lines.get(0).equals(MAGIC)) {
            throw new IllegalArgumentException(
                    "its first line is not \"" + MAGIC + "\"; `wqflush calibrate` writes such" + " files");
        }
        for (int index = 1; index < lines.size(); index++) {
            String line = lines.get(index).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                try {
                    price(line.split("\\s+", -1), perCpu, unbound);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "line " + (index + 1) + " is no price (act, percpu or unbound, low, base, high in"
                                    + " nanoseconds): " + line,
                            e);
                }
            }
        }
        return new CostParameters(name, TimeKind.CALIBRATED, perCpu, unbound);
    }

    private static void price(String[] fields, Map<Act, Cost> perCpu, Map<Act, Cost> unbound) {
        boolean isUnbound = fields.length == FIELDS && fields[1].equals(UNBOUND);
        if (fields.length != FIELDS || !(isUnbound || fields[1].equals(PER_CPU))) {
            throw new IllegalArgumentException("not five fields");
        }
        Act act = Act.valueOf(fields[0].toUpperCase(Locale.ROOT));
        (isUnbound ? unbound : perCpu)
                .put(
                        act,
                        new Cost(
                                Double.parseDouble(fields[2]),
                                Double.parseDouble(fields[3]),
                                Double.parseDouble(fields[4])));
    }
}
