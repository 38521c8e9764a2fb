package dev.wqflush.cli.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.compare.Extent;
import dev.wqflush.replay.compare.Measure;
import dev.wqflush.replay.compare.Side;
import dev.wqflush.replay.compare.Side.Algorithm;
import dev.wqflush.replay.compare.Side.Source;
import dev.wqflush.replay.compare.WorkqueueSide;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A side of a comparison of which only the JSON report is left: sums and percentiles, no single flushes. */
public final class ReportedSide {
    private static final String SCHEMA = "wqflush/1";

    /** A report is far smaller; what is larger is none. */
    private static final long LARGEST = 64 << 20;

    /** In which the schema stands. */
    private static final int HEAD = 256;

    private static final double NANOS_PER_SECOND = 1e9;

    private ReportedSide() {}

    /** Whether the file begins like a report of ours. */
    public static boolean isReport(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
            return head.startsWith("{") && head.contains("\"schema\"") && head.contains("\"wqflush/");
        } catch (IOException e) {
            return false; // the readers of captures say why
        }
    }

    /**
     * Reads a report.
     *
     * @param name for messages
     * @param toldModel id of the model that its kernel runs, null to go by its release
     * @throws UnreadableInput if it is broken, of another version, or without flushes
     */
    public static Side read(Path file, String name, @Nullable String toldModel) {
        JsonTree report = tree(file, name);
        if (!report.at("schema").text().equals(SCHEMA)) {
            throw new UnreadableInput(
                    name + ": a report of schema " + report.at("schema").text() + ", and this program reads " + SCHEMA
                            + "; make it anew with analyze --json.");
        }
        JsonTree capture = report.at("capture");
        double possible = capture.at("cpus", "possible").number();
        Topology topology = Topology.inferred(
                Double.isNaN(possible) ? CpuSet.of(new BitSet()) : CpuSet.firstCpus((int) possible),
                release(capture.at("kernel").text()));
        boolean allCpus = capture.at("cpus", "bound").text().equals("exact");
        double span = capture.at("span_s").number();
        List<WorkqueueSide> workqueues = new ArrayList<>();
        for (JsonTree workqueue : report.at("workqueues").elements()) {
            WorkqueueSide side = workqueue(workqueue, span, allCpus);
            if (side.flushes() > 0) {
                workqueues.add(side);
            }
        }
        if (workqueues.isEmpty()) {
            throw new UnreadableInput(name + ": this report tells of no flush, so there is nothing to compare.");
        }
        return new Side(
                name,
                capture.at("kernel").text(),
                toldModel == null
                        ? new Algorithm(ModelSet.tracedModel(topology), Source.RELEASE)
                        : new Algorithm(toldModel, Source.TOLD),
                topology.possible().count(),
                capture.at("emulated").text().equals("true"),
                1,
                Double.isNaN(span) ? 0 : Math.round(span * NANOS_PER_SECOND),
                Side.NOT_TOLD,
                Side.NOT_TOLD,
                workqueues);
    }

    private static JsonTree tree(Path file, String name) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new UnreadableInput(name + ": begins like a JSON report of wqflush and is larger than any; give"
                        + " the capture itself.");
            }
            try (JsonParser json = new JsonFactory().createParser(Files.readAllBytes(file))) {
                json.nextToken();
                return JsonTree.read(json);
            }
        } catch (JsonProcessingException e) {
            throw new UnreadableInput(
                    name + ": a JSON report that breaks at line "
                            + e.getLocation().getLineNr() + "; make it anew with analyze --json.",
                    e);
        } catch (IOException e) {
            throw new UnreadableInput(name + ": cannot be read (" + e.getMessage() + ").", e);
        }
    }

    private static @Nullable KernelRelease release(String text) {
        try {
            return text.isEmpty() ? null : KernelRelease.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static WorkqueueSide workqueue(JsonTree workqueue, double span, boolean allCpus) {
        double flushes = workqueue.at("flushes").number();
        Map<Measure, Extent> values = new EnumMap<>(Measure.class);
        values.put(Measure.RATE, Extent.exactly(flushes / span));
        double walks = workqueue.at("walks").members().values().stream()
                .mapToDouble(JsonTree::number)
                .sum();
        values.put(Measure.WALKS, Extent.exactly(walks / flushes));
        JsonTree lengths = workqueue.at("flush_ns");
        values.put(Measure.P50, Extent.exactly(lengths.at("p50").number()));
        values.put(Measure.P90, Extent.exactly(lengths.at("p90").number()));
        values.put(Measure.P99, Extent.exactly(lengths.at("p99").number()));
        double waited = workqueue.at("split_ns").members().values().stream()
                .mapToDouble(JsonTree::number)
                .sum();
        values.put(Measure.MEAN, Extent.exactly(waited / flushes));
        boolean onePwq = workqueue.at("pwqs", "high").number() == 1;
        Map<String, Extent> poolLocks = new HashMap<>();
        workqueue.at("models").members().forEach((model, totals) -> {
            boolean bounded = allCpus || onePwq || model.equals(ModelSet.ACTIVE_LIST);
            poolLocks.put(
                    model,
                    new Extent(
                            totals.at("pool_locks", "low").number() / walks,
                            bounded ? totals.at("pool_locks", "high").number() / walks : Double.POSITIVE_INFINITY));
        });
        JsonTree saved = workqueue.at("saved", "time_ns");
        return new WorkqueueSide(
                workqueue.at("name").text(),
                Double.isNaN(flushes) ? 0 : Math.round(flushes),
                pointers(workqueue.at("pointer").text()),
                band(saved),
                null,
                values,
                poolLocks);
    }

    private static Set<Long> pointers(String text) {
        return text.matches("0x[0-9a-f]{1,16}") ? Set.of(Long.parseUnsignedLong(text.substring(2), 16)) : Set.of();
    }

    private static Band band(JsonTree saved) {
        String word = saved.at("kind").text().toUpperCase(Locale.ROOT);
        for (TimeKind kind : TimeKind.values()) {
            if (kind.name().equals(word)) {
                return new Band(
                        Math.round(saved.at("low").number()),
                        Math.round(saved.at("base").number()),
                        Math.round(saved.at("high").number()),
                        kind);
            }
        }
        return Band.zero(TimeKind.MODELLED);
    }
}
