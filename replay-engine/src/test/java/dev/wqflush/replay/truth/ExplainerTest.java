package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
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
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
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
        Topology topology = TruthTable.topology(String.join("\n", SampleTruthTest.lines(sample, "topology.json")));
        for (int level = 1; level <= 5; level++) {
            Replay replay = new Replay();
            Kinds kinds = new Kinds();
            for (EventSink sink : List.of(replay.sink(), kinds)) {
                try (InputStream trace = SampleTruthTest.open(sample, "trace.txt.gz")) {
                    read(TraceSource.stream(trace, sample), new InputLevel(sink, level));
                }
            }
            assertThat(check(replay.finish(topology), replay.explainer(), kinds))
                    .as("events cited at level " + level)
                    .isPositive();
        }
    }

    @Test
    void explanationsOfSharedCapturesAddUp() throws IOException {
        Path folder = Captures.folderOrSkip();
        for (String capture : List.of("k73v2-4x192 requeue", "k73al-8x16 mix", "k73v1-8x16 barrier")) {
            Path machine = folder.resolve(capture.split(" ", -1)[0]);
            Path file = machine.resolve(capture.split(" ", -1)[1] + ".txt.gz");
            Replay replay = new Replay();
            Kinds kinds = new Kinds();
            read(TraceSource.file(file), replay.sink());
            read(TraceSource.file(file), kinds);
            check(replay.finish(TruthTable.topology(machine)), replay.explainer(), kinds);
        }
    }

    private static void read(TraceSource source, EventSink sink) {
        try (TraceReader reader = TraceFormats.open(source)) {
            reader.read(sink);
        }
    }

    private static long check(ReplayResult result, Explainer explainer, Kinds kinds) {
        int lists = Math.max(1, result.topology().nodes().size()) + 1;
        long cited = 0;
        for (WalkResult walk : result.walks()) {
            WalkExplanation explanation = explainer.walk(walk.number());
            assertThat(counts(explanation.list(), lists))
                    .as("active list in walk " + walk.number())
                    .isEqualTo(walk.counts().get(result.models().indexOf(ModelSet.ACTIVE_LIST)));
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

    /** The active list's counts, from what the explanation says of each pwq. */
    private static WalkCounts counts(List<ListVisit> list, int lists) {
        return new WalkCounts(
                range(view -> visits(list, view, visit -> true)),
                range(view -> poolLocks(list, view)),
                range(view -> lists + listsThatKeep(list, view)),
                visits(list, ListVisit::value, Visit::armed),
                visits(list, ListVisit::value, Visit::kept),
                visits(list, ListVisit::value, visit -> !visit.kept()));
    }

    private static Range range(ToLongFunction<View> count) {
        return Range.of(
                count.applyAsLong(ListVisit::value),
                count.applyAsLong(ListVisit::low),
                count.applyAsLong(ListVisit::high));
    }

    /** One of the three histories. */
    private interface View extends Function<ListVisit, @Nullable Visit> {}

    private static long visits(List<ListVisit> list, View view, Predicate<Visit> which) {
        return list.stream().map(view).filter(Objects::nonNull).filter(which).count();
    }

    private static long listsThatKeep(List<ListVisit> list, View view) {
        return list.stream()
                .filter(visit -> visits(List.of(visit), view, Visit::kept) > 0)
                .mapToInt(ListVisit::nodeEntry)
                .distinct()
                .count();
    }

    private static long poolLocks(List<ListVisit> list, View view) {
        List<ListVisit> walk = list.stream()
                .filter(visit -> view.apply(visit) != null)
                .sorted(Comparator.comparing(
                        visit -> Objects.requireNonNull(view.apply(visit)).order()))
                .toList();
        long cycles = 0;
        for (int i = 0; i < walk.size(); i++) {
            boolean sameRun = i > 0
                    && walk.get(i).pool() == walk.get(i - 1).pool()
                    && walk.get(i).nodeEntry() == walk.get(i - 1).nodeEntry();
            cycles += sameRun ? 0 : 1;
        }
        return cycles;
    }
}
