package dev.wqflush.parsers.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.ReadProblem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands around events: headers, marks of loss, stacks, text of people and of other programs. */
class FtraceTextReaderTest {
    private static final String LINE =
            "              sh-98      [005] d..2.    50.312800: sched_waking: comm=a pid=2 prio=120 target_cpu=003";
    private static final List<String> LINE_ALONE = List.of("capture", "clock NANOSECONDS", "waking 2 'a' 3");

    @Test
    void headerTellsOnlineCpus() {
        Reading reading =
                Reading.of("# tracer: nop\n#\n# entries-in-buffer/entries-written: 139/139   #P:2\n#\n" + LINE);

        assertThat(reading.log().lines()).containsExactly("capture", "online 2", "clock NANOSECONDS", "waking 2 'a' 3");
        assertThat(reading.log().contexts()).containsExactly("50312800000 cpu 5 'sh'-98 TASK 2 line 5");
        assertThat(reading.statistics().linesRead()).isEqualTo(5);
        assertThat(reading.statistics().eventsByName()).containsExactly(Map.entry("sched_waking", 1L));
    }

    @Test
    void latencyHeaderTellsTheKernel() {
        Reading reading = Reading.of("""
                # tracer: irqsoff
                #
                # irqsoff latency trace v1.1.5 on 6.12.0-amd64
                # latency: 259 us, #4/4, CPU#1 | (M:PREEMPT(lazy) VP:0, KP:0, SP:0 HP:0 #P:8)
                """);

        assertThat(reading.log().lines()).containsExactly("capture", "kernel 6.12.0-amd64", "online 8");
    }

    @Test
    void anotherHeaderBeginsAnotherCapture() {
        String capture = "# tracer: nop\n#\n" + LINE + "\n";
        Reading reading = Reading.of(capture + capture);

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "clock NANOSECONDS",
                        "waking 2 'a' 3",
                        "capture",
                        "clock NANOSECONDS",
                        "waking 2 'a' 3");
    }

    @Test
    void marksOfLoss() {
        Reading reading = Reading.of("CPU:3 [LOST 90 EVENTS]\nCPU:4 [LOST EVENTS]\nCPU:5 [7 EVENTS DROPPED]\n"
                + "CPU:6 [EVENTS DROPPED]\nCPU:6 [SUBBUFFER START]\n##### CPU 12 buffer started ####\n" + LINE);

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "lost 3 90 at 1",
                        "lost 4 -1 at 2",
                        "lost 5 7 at 3",
                        "lost 6 -1 at 4",
                        "buffer 12 at 6",
                        "clock NANOSECONDS",
                        "waking 2 'a' 3");
        assertThat(reading.statistics().lostEvents()).isEqualTo(97);
        assertThat(reading.statistics().lossMarks()).isEqualTo(4);
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s\r\n",
                "\u00ef\u00bb\u00bf%s\n",
                "> %s\n>\n",
                "> > %s\n",
                ">> %s",
                "[   12.345678] %s\n",
                "<4>[   12.345678] [  T41] %s\n",
                "[    1.234567][  C1] %s\n",
                "Nov 30 20:02:11 host kernel: [   12.345678] %s\n",
                "%s\n =>  <00007f12deadbeef>\n => f+0x1/0x2 [mod]\n=> sym (ffffffff810c3ce1)\n",
            })
    void wrappings(String text) {
        Reading reading = Reading.of(text.replace("%s", LINE));

        assertThat(reading.log().lines()).isEqualTo(LINE_ALONE);
        assertThat(reading.log().contexts()).singleElement().asString().contains("'sh'-98");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @Test
    void consoleDump() {
        Reading reading = Reading.of("""
                [  100.000001] Dumping ftrace buffer:
                [  100.000002] ---------------------------------
                [  100.000003]       sh-98         2d..2. 123456us : sched_waking: comm=a pid=2 prio=120 target_cpu=003
                [  100.000004] ---------------------------------
                """);

        assertThat(reading.log().lines()).isEqualTo(LINE_ALONE);
        assertThat(reading.log().contexts()).containsExactly("123456000 cpu 2 'sh'-98 TASK 2 line 3");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @Test
    void stacksBelongToTheirEvent() {
        String context = "              sh-98      [005] d..2.    50.312801: ";
        Reading reading = Reading.of(LINE + "\n" + context + "<stack trace>\n => schedule\n => __flush_workqueue\n"
                + context + "<user stack trace>\n =>  <00007f12>\n" + context
                + "kernel_stack:         <stack trace >\n=> schedule (ffffffff810c3ce1)\n");

        assertThat(reading.log().lines())
                .containsExactly("capture", "clock NANOSECONDS", "waking 2 'a' 3", "other 'kernel_stack'");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @Test
    void proseAroundIsCountedAndTheFirstLineKept() {
        Reading reading =
                Reading.of("Hi Ann,\n\nhere: it is\u0007 \u00e4" + "x".repeat(80) + "\n" + LINE + "\nRegards: Bob\n");

        assertThat(reading.log().lines()).isEqualTo(LINE_ALONE);
        assertThat(reading.statistics().linesSkipped()).isEqualTo(3);
        assertThat(reading.statistics().linesUnderstood()).isEqualTo(2);
        assertThat(reading.statistics().firstSkippedLine()).isOne();
        assertThat(reading.statistics().firstSkippedText()).isEqualTo("Hi Ann,");
    }

    @Test
    void skippedTextIsPrintableAndShort() {
        Reading reading = Reading.of("it is\u0007 \u00e4" + "x".repeat(80) + "\n" + LINE);

        assertThat(reading.statistics().firstSkippedText()).isEqualTo("it is\\x07 \\xe4" + "x".repeat(52));
    }

    @Test
    void textOfUserSpaceMayGoOverSeveralLines() {
        Reading reading = Reading.of("              sh-98      [005] d..2.    50.312800: tracing_mark_write: one\n"
                + "two: three\nfour\n" + LINE + "\nfive\n");

        assertThat(reading.statistics().linesSkipped()).isOne();
        assertThat(reading.statistics().firstSkippedText()).isEqualTo("five");
    }

    @Test
    void withoutContextEventsAreNumbered() {
        Reading reading = Reading.of("""
                # tracer: nop
                #
                sched_waking: comm=a pid=2 prio=120 target_cpu=003
                flush_enter: (__flush_workqueue+0x4/0x580) wq=0x1
                __flush_workqueue <-thread
                """);

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture", "clock NONE", "waking 2 'a' 3", "flush 0x1 ? by PROBE", "flush 0x0 ? by FUNCTION");
        assertThat(reading.log().contexts())
                .containsExactly(
                        "1 cpu -1 ?--1 UNKNOWN -1 line 3",
                        "2 cpu -1 ?--1 UNKNOWN -1 line 4",
                        "3 cpu -1 ?--1 UNKNOWN -1 line 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"98 4 63465732912 type: 111", "00000001 00000001 0000001123643e1d type: 304"})
    void recordsWithoutContentAreAProblem(String line) {
        Reading reading = Reading.of("# tracer: nop\n#\n" + line + "\n\n" + line + "\n");

        assertThat(reading.statistics().linesSkipped()).isEqualTo(2);
        assertThat(reading.statistics().problems().count(ReadProblem.Kind.PAYLOAD_LOST))
                .isEqualTo(2);
        assertThat(reading.statistics().problems().examples().get(0).line()).isEqualTo(3);
    }

    @Test
    void moreCpusThanTheHeaderSaysIsAProblem() {
        Reading reading = Reading.of("# tracer: nop\n#\n# entries-in-buffer/entries-written: 2/2   #P:1\n" + LINE + "\n"
                + LINE.replace("[005]", "[127]") + "\n" + LINE.replace("[005]", "[126]") + "\n");

        assertThat(reading.statistics().problems().examples())
                .containsExactly(new ReadProblem(
                        ReadProblem.Kind.MORE_CPUS_THAN_HEADER,
                        "header says 1 CPUs, lines name more from here on (CPU 127): two captures in one file? Read as"
                                + " one.",
                        5));
    }

    @Test
    void cpusBeyondLinuxAreUnknown() {
        Reading reading = Reading.of(LINE.replace("[005]", "[4294967295]") + "\n" + LINE.replace("[005]", "[20000]"));

        assertThat(reading.log().contexts()).allMatch(context -> context.contains(" cpu -1 "));
    }

    @Test
    void nulBytesAreAProblem() {
        Reading reading = Reading.of(LINE + "\n\0\0\0\0\n" + LINE);

        assertThat(reading.log().count("waking")).isEqualTo(2);
        assertThat(reading.statistics().linesSkipped()).isOne();
        assertThat(reading.statistics().problems().count(ReadProblem.Kind.NUL_BYTES))
                .isOne();
    }

    @Test
    void traceCmdReport() {
        Reading reading = Reading.of("version = 7\nCPU 3 is empty\ncpus=16\n"
                + "       trace-cmd-1111  [001]   105.598335: sched_switch:         trace-cmd:1111 [120] S ==> swapper/1:0"
                + " [120]\n");

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "configured 16",
                        "clock NANOSECONDS",
                        "switch 1111 'trace-cmd' INTERRUPTIBLE 0 'swapper/1'");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    /** Names of several inputs or instances stand before every line, padded to one width. */
    @Test
    void traceCmdReportOfInstances() {
        String line = "           sleep-1174  [001]   105.605565: sched_waking: comm=a pid=2 prio=120 target_cpu=003\n";
        Reading reading = Reading.of("inst2: cpus=2\ninst2: " + line + "       " + line);

        assertThat(reading.log().lines())
                .containsExactly("capture", "configured 2", "clock NANOSECONDS", "waking 2 'a' 3", "waking 2 'a' 3");
        assertThat(reading.log().contexts()).allMatch(context -> context.contains("'sleep'-1174"));
    }

    @Test
    void clocksWithoutUnitAreToldApart() {
        assertThat(clock(3, 4, 5, 7, 8)).isEqualTo("clock COUNTER");
        assertThat(clock(4952, 4952, 4953, 4953)).isEqualTo("clock TICKS");
        assertThat(clock(138095145691L, 138095616042L, 138097470153L)).isEqualTo("clock TICKS");
        assertThat(clock(7)).isEqualTo("clock TICKS");
    }

    private static String clock(long... times) {
        StringBuilder text = new StringBuilder("# tracer: nop\n#\n");
        for (long time : times) {
            text.append(LINE.replace("50.312800", Long.toString(time))).append('\n');
        }
        return Reading.of(text.toString()).log().lines().get(1);
    }

    @Test
    void unknownTasksHaveNoName() {
        Reading reading = Reading.of(LINE.replace("   sh-98", "<...>-98"));

        assertThat(reading.log().contexts()).singleElement().asString().contains("cpu 5 ?-98");
    }
}
