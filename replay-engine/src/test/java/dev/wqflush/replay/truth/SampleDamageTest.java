package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged captures of {@code sample-traces}, in any checkout. */
class SampleDamageTest {
    private static final String MANY_FLUSHERS = "overflow-and-cascade-8-of-16";
    private static final String XFS = "xfs-log-force-4-of-4";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bh-8-of-8",
                "cancelled-items-8-of-16",
                "cascade-active-list-8-of-16",
                "graph-percpu-8-of-16",
                "graph-unbound-4-of-128",
                "idle-4-of-192",
                "ordered-highpri-reclaim-8-of-16",
                MANY_FLUSHERS,
                "percpu-threads-8-of-16",
                "unbound-threads-8-of-16",
                "xfs-log-force-4-of-192",
                XFS
            })
    void wholeCapturesContradictThemselvesAtNoInputLevel(String sample) throws IOException {
        DamageTable.replays(lines(sample), topology(sample))
                .values()
                .forEach(result -> assertThat(doubts(result)).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(
            value = Damage.class,
            names = {"CPU", "PERCENT", "BURST", "MARKED_BURST"})
    void countsCalledExactAreRightAfterLoss(Damage damage) throws IOException {
        List<TruthWalk> truth = TruthWalk.parse(SampleTruthTest.lines(MANY_FLUSHERS, "walks.tsv"));
        Honesty all = new Honesty();
        for (int seed = 0; seed < 4; seed++) {
            List<String> damaged = damage.apply(lines(MANY_FLUSHERS), seed);
            DamageTable.replays(damaged, topology(MANY_FLUSHERS))
                    .values()
                    .forEach(result -> all.add(Honesty.of(result, truth)));
        }
        String row = Honesty.header() + all.row(damage.word);
        assertThat(all.found).as(row).isEqualTo(all.captures);
        assertThat(all.wrongPercent()).as(row).isLessThanOrEqualTo(1);
    }

    @Test
    void captureCutAtAnyLineIsReplayed() throws IOException {
        List<String> lines = lines("percpu-threads-8-of-16");
        List<String> events = events(lines);
        for (int cut = 1; cut < events.size(); cut += 29) {
            for (List<String> part : List.of(events.subList(0, cut), events.subList(cut, events.size()))) {
                assertThatCode(() -> DamageTable.replays(part, topology("percpu-threads-8-of-16")))
                        .as("cut at %d", cut)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void countsAreExactAgainOnceAFlushHasReturnedAfterMarkedLoss() throws IOException {
        ReplayResult result = replay(XFS, Damage.MARKED_BURST.apply(lines(XFS), 1));
        List<FlushResult> flushes = result.flushes();
        assertThat(flushes.get(0).grade()).isEqualTo(Grade.A);
        assertThat(flushes.get(flushes.size() - 1).grade()).isEqualTo(Grade.A);
        assertThat(flushes).anyMatch(flush -> flush.grade() == Grade.C);
        assertThat(result.walks()).anyMatch(walk -> walk.grade() == Grade.C && !isExact(walk));
        assertThat(result.evidence().lossMarks()).isEqualTo(1);
        assertThat(doubts(result)).isEmpty();
    }

    @Test
    void silentCpuIsNamed() throws IOException {
        List<String> others = new ArrayList<>(lines(XFS));
        others.removeIf(line -> Damage.cpu(line) == 2);
        assertThat(doubts(replay(XFS, others)))
                .extracting(Finding::text)
                .contains("CPU 2 records nothing although tasks are woken there: what they did is missing");
    }

    @Test
    void clockOfOneCpuThatIsAheadIsPutInOrder() throws IOException {
        List<String> lines = lines(XFS);
        ReplayResult expected = replay(XFS, lines);
        List<String> skewed = new ArrayList<>(header(lines));
        skewed.addAll(Damage.skewed(events(lines), 3, 50));
        ReplayResult result = replay(XFS, skewed);
        assertThat(counts(result)).isEqualTo(counts(expected));
        assertThat(doubts(result)).extracting(Finding::id).containsExactly("clock-disorder");
        assertThat(doubts(result)).extracting(Finding::severity).containsExactly(Finding.Severity.INFO);
    }

    @Test
    void clockThatIsSetBackChangesNoCount() throws IOException {
        List<String> lines = lines(XFS);
        List<String> events = events(lines);
        List<String> setBack = new ArrayList<>(header(lines));
        setBack.addAll(Damage.restamped(events, events.size() / 2, events.size(), micros -> micros - 2_000_000));
        ReplayResult result = replay(XFS, setBack);
        assertThat(counts(result)).isEqualTo(counts(replay(XFS, lines)));
        assertThat(doubts(result))
                .extracting(Finding::text)
                .containsExactly("time runs backwards 1 time; the order of the file was followed");
        assertThat(result.flushes())
                .allSatisfy(flush -> assertThat(flush.nanos()).isNotNegative());
    }

    @Test
    void clockThatTicksSeldomLeavesRanges() throws IOException {
        ReplayResult result = replay(XFS, Damage.COARSE.apply(lines(XFS), 0));
        assertThat(doubts(result))
                .extracting(Finding::text)
                .anyMatch(text -> text.startsWith("the clock ticks too seldom"));
        assertThat(result.walks()).isNotEmpty().allMatch(walk -> walk.grade() == Grade.C);
    }

    private static List<Finding> doubts(ReplayResult result) {
        return result.findings().stream()
                .filter(finding ->
                        finding.id().equals("lost-events") || finding.id().equals("clock-disorder"))
                .toList();
    }

    private static List<String> counts(ReplayResult result) {
        return result.walks().stream()
                .map(walk -> walk.kind() + " " + walk.tid() + " " + walk.counts())
                .toList();
    }

    private static boolean isExact(WalkResult walk) {
        return walk.counts().stream()
                .allMatch(counts ->
                        counts.visits().isExact() && counts.poolLocks().isExact());
    }

    private static ReplayResult replay(String sample, List<String> lines) throws IOException {
        return Objects.requireNonNull(
                DamageTable.replays(lines, topology(sample)).get(1));
    }

    private static Topology topology(String sample) throws IOException {
        return TopologyJson.parse(String.join("\n", SampleTruthTest.lines(sample, "topology.json")));
    }

    private static List<String> lines(String sample) throws IOException {
        try (InputStream trace = SampleTruthTest.open(sample, "trace.txt.gz")) {
            return DamageTable.lines(trace);
        }
    }

    private static List<String> header(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith("#")).toList();
    }

    private static List<String> events(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("#")).toList();
    }
}
