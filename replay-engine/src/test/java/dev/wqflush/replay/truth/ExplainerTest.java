package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.explain.Citation;
import dev.wqflush.replay.explain.Citation.Kind;
import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.ListVisit;
import dev.wqflush.replay.explain.ListVisit.Visit;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.life.Explainer;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an explanation says is what the result says, and every event that it cites is what it is said to be. */
class ExplainerTest {
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
                "overflow-and-cascade-8-of-16",
                "percpu-threads-8-of-16",
                "unbound-threads-8-of-16",
                "xfs-log-force-4-of-192",
                "xfs-log-force-4-of-4"
            })
    void explanationsOfASampleAddUp(String sample) throws IOException {
        addUp(sample, TopologyJson.parse(String.join("\n", SampleTruthTest.lines(sample, "topology.json"))));
        addUp(sample, null);
    }

    private static void addUp(String sample, @Nullable Topology topology) throws IOException {
        Map<Integer, Replay> replays = new TreeMap<>();
        Map<Integer, Kinds> kinds = new TreeMap<>();
        Map<Integer, EventSink> sinks = new TreeMap<>();
        InputLevels.ALL.forEach(level -> {
            replays.put(level, new Replay());
            kinds.put(level, new Kinds());
        });
        replays.forEach((level, replay) -> sinks.put(level, replay.sink()));
        for (InputLevels levels : List.of(new InputLevels(sinks), new InputLevels(kinds))) {
            try (InputStream trace = SampleTruthTest.open(sample, "trace.txt.gz")) {
                Replays.read(TraceSource.stream(trace, sample), levels);
            }
        }
        replays.forEach((level, replay) -> assertThat(
                        check(replay.finish(topology), replay.explainer(), Objects.requireNonNull(kinds.get(level))))
                .as("events cited at level " + level)
                .isPositive());
    }

    @Test
    void explanationsOfSharedCapturesAddUp() throws IOException {
        Path folder = Captures.folderOrSkip();
        for (String name : List.of("k73v2-4x192/requeue", "k73al-8x16/mix", "k73v1-8x16/barrier")) {
            Capture capture = Capture.named(folder, name);
            Replay replay = new Replay();
            Kinds kinds = new Kinds();
            Replays.read(capture.trace(), replay.sink());
            Replays.read(capture.trace(), kinds);
            assertThat(check(replay.finish(capture.topology()), replay.explainer(), kinds))
                    .as("events cited")
                    .isPositive();
        }
    }

    private static long check(ReplayResult result, Explainer explainer, Kinds kinds) {
        long cited = 0;
        for (WalkResult walk : result.walks()) {
            WalkExplanation explanation = explainer.walk(walk.number());
            WalkCounts counted = walk.counts().get(result.models().indexOf(ModelSet.ACTIVE_LIST));
            assertThat(counts(explanation, counted.dirty()))
                    .as("active list in walk " + walk.number())
                    .isEqualTo(counted);
            assertThat(explanation.pwqs()).hasSize(1 + result.models().size());
            cited += check(explanation.facts(), kinds, "walk " + walk.number());
            for (ListVisit visit : explanation.list()) {
                cited += check(List.of(new Fact(visit.pwq(), visit.why())), kinds, "walk " + walk.number());
            }
        }
        for (int flush = 1; flush <= result.flushes().size(); flush++) {
            cited += check(explainer.flush(flush).facts(), kinds, "flush " + flush);
        }
        return cited;
    }

    private static long check(List<Fact> facts, Kinds kinds, String what) {
        long cited = 0;
        for (Fact fact : facts) {
            for (Citation citation : fact.sentence().citations()) {
                String where =
                        what + ", " + fact.label() + ": " + fact.sentence().text(Objects::toString);
                Kind kind = kinds.of(citation.event());
                assertThat(kind).as(where).isNotNull();
                if (citation.kind() != Kind.ANY) {
                    assertThat(kind).as(where).isEqualTo(citation.kind());
                }
                cited++;
            }
        }
        return cited;
    }

    /** The active list's counts, from what the explanation says of each pwq in each of the three histories. */
    private static WalkCounts counts(WalkExplanation explanation, long dirty) {
        List<List<Visit>> histories = Stream.<Function<ListVisit, @Nullable Visit>>of(
                        ListVisit::low, ListVisit::value, ListVisit::high)
                .map(history -> explanation.list().stream()
                        .map(history)
                        .flatMap(Stream::ofNullable)
                        .sorted(Comparator.comparing(Visit::order))
                        .toList())
                .toList();
        List<Visit> likely = histories.get(1);
        long kept = likely.stream().filter(Visit::kept).count();
        return new WalkCounts(
                range(history -> histories.get(history).size()),
                range(history -> poolLocks(histories.get(history))),
                range(history -> explanation.lists().get(history) + listsThatKeep(histories.get(history))),
                likely.stream().filter(Visit::armed).count(),
                kept,
                likely.size() - kept,
                dirty);
    }

    private static Range range(IntToLongFunction count) {
        return Range.of(count.applyAsLong(1), count.applyAsLong(0), count.applyAsLong(2));
    }

    private static long listsThatKeep(List<Visit> visits) {
        return visits.stream()
                .filter(Visit::kept)
                .mapToInt(Visit::list)
                .distinct()
                .count();
    }

    private static long poolLocks(List<Visit> visits) {
        long cycles = 0;
        for (int i = 0; i < visits.size(); i++) {
            boolean sameRun = i > 0
                    && visits.get(i).pool() == visits.get(i - 1).pool()
                    && visits.get(i).list() == visits.get(i - 1).list();
            cycles += sameRun ? 0 : 1;
        }
        return cycles;
    }
}
