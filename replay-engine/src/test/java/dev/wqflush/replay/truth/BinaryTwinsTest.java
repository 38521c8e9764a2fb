package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The replay of a recording and of its report: the same walks and flushes, and the kernel's counters where it has some.
 */
class BinaryTwinsTest {
    @TestFactory
    List<DynamicTest> recordingAndReportAreReplayedAlike() throws IOException {
        Path captured = Captures.folderOrSkip();
        List<DynamicTest> tests = new ArrayList<>();
        for (String machine : List.of("bin-k61-8x16", "bin2-k61-8x16", "bin-k73v2-8x16", "lost-k73v2-8x16")) {
            Path folder = captured.resolve(machine);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path report : files.sorted().toList()) {
                    String name = report.getFileName().toString();
                    if (name.endsWith(".report.txt.gz")) {
                        String scenario = name.substring(0, name.indexOf('.'));
                        tests.add(DynamicTest.dynamicTest(machine + "/" + scenario, () -> check(folder, scenario)));
                    }
                }
            }
        }
        assertThat(tests).hasSize(18);
        return tests;
    }

    private static void check(Path folder, String scenario) throws IOException {
        Topology topology = TopologyJson.parse(Files.readString(folder.resolve("topology.json")));
        TraceSource report = TraceSource.file(folder.resolve(scenario + ".report.txt.gz"));
        Replay asReported = new Replay();
        Replays.read(recording(folder, scenario), asReported(asReported.sink()));
        ReplayResult ofRecording = asReported.finish(topology);
        ReplayResult ofReport = Replays.of(report, topology);

        assertThat(placeless(ofRecording.walks())).isNotEmpty().containsExactlyElementsOf(placeless(ofReport.walks()));
        assertThat(placeless(ofRecording.flushes())).containsExactlyElementsOf(placeless(ofReport.flushes()));

        Path counters = folder.resolve(scenario + ".walks.tsv");
        if (Files.exists(counters)) {
            ReplayResult inFull = Replays.of(recording(folder, scenario), topology);
            Score score = Score.of(inFull, TruthWalk.parse(Files.readAllLines(counters)), false);
            assertThat(score.matched).isEqualTo(score.walks);
            assertThat(score.legacy).isEqualTo(score.walks);
            assertThat(score.extra).isZero();
            assertThat(Figure.LIST.of(score)).as("%s", score.misses).isGreaterThanOrEqualTo(96);
        }
    }

    private static TraceSource recording(Path folder, String scenario) {
        return TraceSource.file(folder.resolve(scenario + ".dat.gz"));
    }

    /** Passes events on as a report has them: no flags, rounded to microseconds, without the kernel's release. */
    private static EventSink asReported(EventSink sink) {
        return (EventSink) Proxy.newProxyInstance(
                EventSink.class.getClassLoader(), new Class<?>[] {EventSink.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("kernelRelease")) {
                        return null;
                    }
                    if (arguments == null) {
                        return method.invoke(sink);
                    }
                    Object[] passed = arguments.clone();
                    if (passed[0] instanceof EventContext at) {
                        passed[0] = new EventContext()
                                .set(
                                        (at.timeNanos() + 500) / 1_000 * 1_000,
                                        at.cpu(),
                                        at.tid(),
                                        at.comm(),
                                        ExecutionContext.UNKNOWN,
                                        EventContext.UNKNOWN,
                                        at.position())
                                .from(at.source())
                                .named(at.eventName());
                    }
                    return method.invoke(sink, passed);
                });
    }

    /** A line is one thing and an offset another. */
    private static List<String> placeless(List<?> results) {
        return results.stream()
                .map(result -> result.toString().replaceAll("position=\\d+", ""))
                .toList();
    }
}
