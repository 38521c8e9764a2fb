package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --lock-stats} as a user calls it, on a capture of one idle flush whose walk took 70 us. */
class LockStatsOptionTest {
    private static final String LOCK_STAT = """
            lock_stat version 0.4
            -----------------------------------------------------------------------------------
                                          class name    con-bounces    contentions   waittime-min   waittime-max waittime-total   waittime-avg    acq-bounces   acquisitions   holdtime-min   holdtime-max holdtime-total   holdtime-avg
            -----------------------------------------------------------------------------------

                                       &pool->lock:           111            128           0.05           5.00         512.33           4.00           5031         200123           0.02         101.00       80000.10           0.40
                                       -----------
                                       &pool->lock             60          [<00000000a1b2c3d4>] __queue_work+0x1b3/0x4f0
            """;
    private static final String CONTENTION = """
             contended   total wait     max wait     avg wait         type   caller

                    12    117.42 us     30.10 us      9.78 us     spinlock   __queue_work+0x2c1
                     4     20.00 us      8.00 us      5.00 us     spinlock   flush_workqueue_prep_pwqs+0x55
            """;
    private static final String CSV = """
            # output: contended, total wait, max wait, avg wait, type, caller
            12, 117420, 30100, 9785, spinlock, __queue_work+0x2c1
            4, 20000, 8000, 5000, spinlock, flush_workqueue_prep_pwqs+0x55
            """;

    @TempDir
    Path folder;

    private String capture = "";

    @BeforeEach
    void write() throws IOException {
        capture = file("trace.txt", Traces.idleFlush(100));
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private Outcome analyze(String table, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("analyze", capture));
        arguments.addAll(List.of("--cpus", "4", "--kernel", "6.12", "--lock-stats", file("locks.txt", table)));
        arguments.addAll(List.of(more));
        return Outcome.of(arguments.toArray(String[]::new));
    }

    private static String words(Outcome outcome) {
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out().replaceAll("\\s+", " ");
    }

    @Test
    void aTableByLockBoundsTheWaitingInWalksFromAbove() throws IOException {
        assertThat(words(analyze(LOCK_STAT)))
                .contains("lock stats the walks waited for pool locks 20 us at most, beside 70 us in walks (measured)")
                .contains(
                        "4 pool lock cycles of at most 5 us, the longest wait for pool locks in the table of /proc/lock_stat")
                .contains("An upper bound: the waits of other users of these locks, such as queueing and workers, are"
                        + " in it.");
    }

    @Test
    void withoutTheNumberOfCpusTheSumIsTheBound() throws IOException {
        String table = file("locks.txt", LOCK_STAT);
        assertThat(words(Outcome.of("analyze", capture, "--lock-stats", table)))
                .contains("the walks waited for pool locks 512 us at most")
                .contains("all 128 waits for pool locks in the table of /proc/lock_stat");
    }

    @ParameterizedTest
    @CsvSource({"CONTENTION", "CSV"})
    void aTableByCallerBoundsItByTheRowsOfWalks(String table) throws IOException {
        assertThat(words(analyze(table.equals("CSV") ? CSV : CONTENTION)))
                .contains("the walks waited for pool locks 20 us at most, beside 70 us in walks (measured)")
                .contains("all 4 waits of walks in the table of perf lock contention")
                .contains("An upper bound: the waits of other walks that the table covers are in it.");
    }

    @Test
    void aTableWithoutSuchRowsSaysWhatThatTells() throws IOException {
        assertThat(words(analyze(CONTENTION.replaceAll("(?m)^.*prep_pwqs.*\n", ""))))
                .contains("lock stats the walks waited for pool locks 0 us at most")
                .contains("if no rows were cut off (-E)");
    }

    @Test
    void theJsonKeepsToTheSchema() throws IOException {
        String json = analyze(LOCK_STAT, "--json", "-").out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        JsonNode bound = JsonMapper.shared().readTree(json).get("lock_stats");
        assertThat(bound.get("upper_bound_ns").longValue()).isEqualTo(20_000);
        assertThat(bound.get("table_wait_ns").longValue()).isEqualTo(512_330);
        assertThat(bound.get("waits").longValue()).isEqualTo(128);
        assertThat(bound.get("rows").stringValue()).isEqualTo("pool-locks");
        assertThat(bound.get("measured_walk_ns").longValue()).isEqualTo(70_000);
        assertThat(bound.get("note").stringValue()).contains("upper bound");
    }

    @Test
    void thePageShowsItBesideTheWalks() throws IOException {
        Path page = folder.resolve("report.html");
        analyze(LOCK_STAT, "--html", page.toString());
        assertThat(Files.readString(page).replace('\u00a0', ' ').replace("µs", "us"))
                .contains("the walks waited for pool locks 20 us at most")
                .contains("An upper bound:");
    }

    @Test
    void aCaptureWithoutAWalkHasNothingToBound() throws IOException {
        String table = file("locks.txt", LOCK_STAT);
        Outcome outcome = Outcome.of("analyze", file("none.txt", Traces.withoutFlush()), "--lock-stats", table);
        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.out()).contains("lock stats").contains("no walk");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense                                                    | holds no table of lock contention",
                "''                                                          | holds no table of lock contention",
                "' contended   total wait          pid   comm\n 5  1.00 us  7   sh\n' | names neither locks nor callers",
            })
    void aFileThatTellsNothingIsOneSentence(String content, String sentence) throws IOException {
        Outcome outcome = analyze(content);
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.sentences().lines()).hasSize(1);
        assertThat(outcome.sentences()).contains("--lock-stats").contains(sentence);
    }

    @Test
    void moreThanOneTableIsOneSentence() throws IOException {
        assertThat(analyze(CONTENTION + "\n" + LOCK_STAT).sentences())
                .contains("holds 2 tables")
                .contains("lines 1 and 8");
    }

    @Test
    void aFileThatIsNotThereIsOneSentence() throws IOException {
        file("locks.txt", LOCK_STAT);
        Outcome outcome = Outcome.of(
                "analyze", capture, "--lock-stats", folder.resolve("lock.txt").toString());
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.sentences()).contains("--lock-stats").contains("did you mean");
        assertThat(Outcome.of("analyze", capture, "--lock-stats", folder.toString())
                        .code())
                .isEqualTo(3);
    }

    @Test
    void aTableIsOfOneCapture() throws IOException {
        String other = file("other.txt", Traces.idleFlush(100));
        Outcome outcome =
                Outcome.of("analyze", "--separate", capture, other, "--lock-stats", file("locks.txt", LOCK_STAT));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences()).contains("--lock-stats").contains("2 captures");
    }

    @Test
    void theTableIsNotOverwritten() throws IOException {
        Outcome outcome =
                analyze(LOCK_STAT, "--json", folder.resolve("locks.txt").toString());
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("this is also an input");
        assertThat(Files.readString(folder.resolve("locks.txt"))).isEqualTo(LOCK_STAT);
    }
}
