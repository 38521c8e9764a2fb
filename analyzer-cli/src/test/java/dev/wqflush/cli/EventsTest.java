package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code events}. */
class EventsTest {
    private static final String ITEMS = """
            # tracer: nop
                        sh-99      [001] d..2.   131.503982: sched_waking: comm=tmux: server pid=2 prio=120 target_cpu=005
                  wqload/0-1851    [001] d..2.   131.509104: workqueue_queue_work: work struct=000000003b41e701 \
            function=item_fn workqueue=wql req_cpu=8192 cpu=5
            CPU:3 [LOST 12 EVENTS]
               kworker/5:0-88      [005] .....   131.509184: workqueue_execute_start: work struct 000000003b41e701: \
            function item_fn
                  <idle>-0         [003] d..2.   131.509190: cpu_idle: state=1 cpu_id=3
                =HYPERLINK-77      [003] d..2.   131.509191: cpu_idle: state=1 cpu_id=3
            """;

    @TempDir
    private Path folder;

    @Test
    void aLineTellsWhereWhenAndWhat() throws IOException {
        assertThat(events(ITEMS).out()).isEqualTo("""
                             131.503982000 [001] sh-99 sched_waking: target_comm="tmux: server" target_tid=2 target_cpu=5
                             131.509104000 [001] wqload/0-1851 workqueue_queue_work: work=0x3b41e701 function=item_fn \
                        wq=wql req_cpu=8192 pool_cpu=5
                                         - [003] events-lost: lost=12
                             131.509184000 [005] kworker/5:0-88 workqueue_execute_start: work=0x3b41e701 \
                        function=item_fn wq=wql
                             131.509190000 [003] <idle>-0 cpu_idle:
                             131.509191000 [003] =HYPERLINK-77 cpu_idle:
                        """);
    }

    @Test
    void whatAProbeMeansStandsBehindItsName() throws IOException {
        assertThat(events(Traces.idleFlush(7)).out())
                .contains("walk (walk-began): wq=events wq_ptr=0xff11000000ddd400 flush_color=0 work_color=1\n")
                .contains("flush_exit (flush-returned): wq=events\n");
    }

    @Test
    void csvHasAColumnForEverything() throws IOException {
        List<String> rows = events(ITEMS, "--csv").out().lines().toList();

        assertThat(rows.get(0)).startsWith("file,position,time_s,cpu,task,tid,context,event,kind,work,function,wq,");
        assertThat(rows.get(2))
                .isEqualTo(capture() + ",3,131.509104000,1,wqload/0,1851,task,workqueue_queue_work,work-queued,"
                        + "0x3b41e701,item_fn,wql,,8192,5" + ",".repeat(19));
        assertThat(rows).allMatch(row -> row.chars().filter(c -> c == ',').count() == 33);
        assertThat(rows.get(6)).contains(",'=HYPERLINK,77,");
    }

    @Test
    void jsonHasAnObjectALine() throws IOException {
        assertThat(events(ITEMS, "--jsonl").out().lines())
                .contains(
                        "{\"file\":\"" + capture() + "\",\"position\":4,\"time_s\":null,\"cpu\":3,\"task\":null,"
                                + "\"tid\":null,\"context\":null,\"event\":null,\"kind\":\"events-lost\",\"lost\":12}",
                        "{\"file\":\"" + capture() + "\",\"position\":6,\"time_s\":131.509190000,\"cpu\":3,"
                                + "\"task\":\"<idle>\",\"tid\":0,\"context\":\"task\",\"event\":\"cpu_idle\","
                                + "\"kind\":\"other\"}");
    }

    @Test
    void everyFilterChooses() throws IOException {
        assertThat(times("--name", "sched_*,cpu_?dle")).containsExactly("131.503982", "131.509190", "131.509191");
        assertThat(times("--name", "work-started")).containsExactly("131.509184");
        assertThat(times("--wq", "w*")).containsExactly("131.509104", "131.509184");
        assertThat(times("--cpu", "0-1,5")).containsExactly("131.503982", "131.509104", "131.509184");
        assertThat(times("--task", "wqload*")).containsExactly("131.509104");
        assertThat(times("--task", "0")).containsExactly("131.509190");
        assertThat(times("--from", "131.509104", "--to", "131.509184")).containsExactly("131.509104", "131.509184");
        assertThat(times("--wq", "wql", "--cpu", "5")).containsExactly("131.509184");
    }

    @Test
    void aTaskIsChosenWhereOthersWakeIt() throws IOException {
        assertThat(times("--task", "tmux*")).containsExactly("131.503982");
        assertThat(times("--task", "2")).containsExactly("131.503982");
    }

    @Test
    void countsAreSortedAndOfAllFiles() throws IOException {
        assertThat(events(ITEMS, "--count").out())
                .isEqualTo("2  cpu_idle\n1  sched_waking\n1  workqueue_execute_start\n1  workqueue_queue_work\n");
        assertThat(events(ITEMS, "--count", "--csv", "--cpu", "3").out()).isEqualTo("name,count\ncpu_idle,2\n");
        assertThat(Outcome.of(
                                "events",
                                "--count",
                                "--jsonl",
                                capture(),
                                folder.resolve("./capture.txt").toString())
                        .out())
                .startsWith("{\"name\":\"cpu_idle\",\"count\":4}\n")
                .endsWith("}\n");
    }

    /** Unfiltered counts come from the readers, filtered ones from the events that they deliver. */
    @ParameterizedTest
    @MethodSource("dev.wqflush.cli.SampleReportTest#samples")
    void readersCountWhatTheyDeliver(Path sample) {
        String counts = Outcome.of("events", "--count", sample.toString()).out();

        assertThat(counts).contains("  sched_switch\n");
        assertThat(Outcome.of("events", "--count", "--name", "*", sample.toString())
                        .out())
                .isEqualTo(counts);
    }

    @Test
    void filesAreToldApart() throws IOException {
        events(ITEMS);
        Path second = folder.resolve("second.txt");
        Files.writeString(second, Traces.withoutFlush());

        assertThat(Outcome.of("events", capture(), second.toString()).out())
                .startsWith("==> " + capture() + " <==\n")
                .contains("==> " + second + " <==\n");
    }

    /** What only an analysis can use is no capture of a folder. */
    @Test
    void aKernelLogBesideATraceHasNoEvents() throws IOException {
        Outcome alone = events(ITEMS, "--count");
        Files.writeString(folder.resolve("dmesg.txt"), """
                [ 12.3] INFO: task a:77 blocked for more than 120 seconds.
                [ 12.3]  __flush_workqueue+0x151/0x480
                """);
        assertThat(Outcome.of("analyze", folder.resolve("dmesg.txt").toString()).out())
                .startsWith("stuck");

        assertThat(Outcome.of("events", folder.toString(), "--count")).isEqualTo(alone);
    }

    @Test
    void badArgumentsGetASentence() throws IOException {
        assertThat(events(ITEMS, "--cpu", "one"))
                .isEqualTo(new Outcome(2, "", "wqflush: --cpu one: not a list of CPUs; give one such as 0-3,8.\n"));
        assertThat(events(ITEMS, "--csv", "--jsonl"))
                .isEqualTo(new Outcome(2, "", "wqflush: --csv --jsonl: one form at a time; leave one out.\n"));
        assertThat(Outcome.of("events", folder.resolve("none").toString()).code())
                .isEqualTo(3);
    }

    private List<String> times(String... options) throws IOException {
        return events(ITEMS, options)
                .out()
                .lines()
                .filter(line -> !line.contains("events-lost"))
                .map(line -> line.strip().substring(0, "131.509104".length()))
                .toList();
    }

    private Outcome events(String capture, String... options) throws IOException {
        Files.writeString(folder.resolve("capture.txt"), capture);
        String[] arguments = new String[options.length + 2];
        arguments[0] = "events";
        arguments[1] = capture();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return Outcome.of(arguments);
    }

    private String capture() {
        return folder.resolve("capture.txt").toString();
    }
}
