package dev.wqflush.parsers.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** function_graph: its columns come and go by option, its calls tell flushes, walks and lock cycles. */
class GraphTest {
    private static final String HEADER = "# tracer: function_graph\n#\n# CPU  DURATION    FUNCTION CALLS\n";

    /** Every combination of columns says the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "  180.854582 |    7)  wqload/-2349  |               |  ~  180.854582 |    7)  wqload/-2349  | ! 215.023 us  |  ",
                "  180.854582 |    7)  wqload/-2349  | d.... |               |  ~"
                        + "  180.854582 |    7)  wqload/-2349  | d.... | ! 215.023 us  |  ",
                "  180.854582 |  7)               |  ~  180.854582 |  7) ! 215.023 us  |  ",
                "  180.854582 |        12 us |   7)               |  ~  180.854582 |        12 us |   7) ! 215.023 us  |  ",
                "   7)               |  ~   7) ! 215.023 us  |  ",
                "   7)   215.023 us  |  ~   7)   215.023 us  |  ",
                "   7)  wqload/-2349  |               |  ~   7)  wqload/-2349  |   215.023 us  |  ",
                "   7)   a |b-2349    |               |  ~   7)   a |b-2349    |   215.023 us  |  ",
            })
    void columns(String columns) {
        String entry = columns.substring(0, columns.indexOf('~'));
        String end = columns.substring(columns.indexOf('~') + 1);
        Reading reading = Reading.of(HEADER + entry + "__flush_workqueue() {\n" + entry
                + "  flush_workqueue_prep_pwqs() {\n" + end + "    _raw_spin_unlock_irq();\n" + end + "  }\n" + end
                + "}\n");

        assertThat(reading.statistics().linesSkipped()).isZero();
        assertThat(reading.log().lines())
                .startsWith("capture")
                .endsWith(
                        "flush 0x0 ? by GRAPH",
                        "walk 0x0 ? ? ? by GRAPH",
                        "lock by GRAPH",
                        "walked ? - 215023 by GRAPH",
                        "flushed by GRAPH");
        assertThat(reading.log().contexts()).allMatch(context -> context.contains(" cpu 7 "));
    }

    @Test
    void durationColumnMayBeOff() {
        Reading reading = Reading.of(HEADER + " 0)  __flush_workqueue() {\n 0)    x();\n 0)  }\n");

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "clock NONE",
                        "flush 0x0 ? by GRAPH",
                        "other 'funcgraph_entry' by GRAPH",
                        "flushed by GRAPH");
    }

    /** Without task column the blocks between the rulers are all that tells the task. */
    @Test
    void taskSwitchesTellTheTask() {
        Reading reading = Reading.of(HEADER + " 5)               |  x() {\n"
                + " ------------------------------------------\n"
                + " 5)    <idle>-0    =>  wqload/-607  \n"
                + " ------------------------------------------\n\n"
                + " 5)               |  /* sched_waking: comm=a pid=1 prio=120 target_cpu=002 */\n"
                + " 3)   0.100 us    |  y();\n");

        assertThat(reading.statistics().linesSkipped()).isZero();
        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "clock NONE",
                        "other 'funcgraph_entry' by GRAPH",
                        "waking 1 'a' 2",
                        "other 'funcgraph_entry' by GRAPH");
        assertThat(reading.log().contexts())
                .containsExactly(
                        "1 cpu 5 ?--1 UNKNOWN -1 line 4",
                        "2 cpu 5 'wqload/'-607 UNKNOWN -1 line 9",
                        "3 cpu 3 ?--1 UNKNOWN -1 line 10");
    }

    @Test
    void probeWithinTheGraphIsToldToo() {
        Reading reading =
                Reading.of(HEADER + "  1.000001 |  7)  w-23  |               |  flush_workqueue_prep_pwqs() {\n"
                        + "  1.000002 |  7)  w-23  |               |  /* walk: (flush_workqueue_prep_pwqs+0x0/0x120) wq=0x1"
                        + " name=\"n\" flush_color=0 work_color=1 */\n"
                        + "  1.000003 |  7)  w-23  | # 2000.5 us   |  } /* flush_workqueue_prep_pwqs ret=0x1 */\n");

        assertThat(reading.log().lines())
                .endsWith("walk 0x0 ? ? ? by GRAPH", "walk 0x1 'n' 0 1 by PROBE", "walked 1 - 2000500 by GRAPH");
    }

    /** Locks in calls of the walk's calls, in other tasks and in interrupts are not the walk's. */
    @Test
    void countsOnlyLocksDirectlyInTheWalk() {
        String task = " 7)  w-23  |               |  ";
        String other = " 6)  x-24  |               |  ";
        Reading reading = Reading.of(HEADER + task + "flush_workqueue_prep_pwqs() {\n" // depth 0
                + task + "  complete() {\n"
                + task + "    _raw_spin_unlock_irqrestore();\n"
                + task + "  }\n"
                + other + "  _raw_spin_unlock_irq();\n"
                + " 7)  w-23  |   ==========> |\n"
                + task + "  _raw_spin_unlock_irq();\n"
                + " 7)  w-23  |   <========== |\n"
                + task + "  _raw_spin_unlock_irq() {\n"
                + task + "    x();\n"
                + task + "  }\n"
                + task + "  _raw_spin_lock_irq();\n"
                + task + "}\n"
                + task + "  _raw_spin_unlock_irq();\n");

        assertThat(reading.statistics().linesSkipped()).isZero();
        assertThat(reading.log().count("lock")).isOne();
        assertThat(reading.log().count("walked")).isOne();
    }

    @Test
    void leavesAndLostReturns() {
        Reading reading = Reading.of(HEADER + "   1.000001 |  7)  w-23  |   0.500 us    |  __flush_workqueue();\n"
                + "   1.000002 |  7)  w-23  |   3.500 us    |  flush_workqueue_prep_pwqs(wq=0xff, flush_color=0);"
                + " /* <-__flush_workqueue+0x2ee/0x580 ret=0x0 */\n"
                + "   1.000003 |  7)  w-23  |               |    flush_workqueue_prep_pwqs() {\n"
                + "   1.000004 |  7)  w-23  |   1.000 us    |  }\n"
                + "   1.000005 |  7)  w-23  |   1.000 us    |    } /* flush_workqueue_prep_pwqs = 0x1 */\n");

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "clock NANOSECONDS",
                        "flush 0x0 ? by GRAPH",
                        "flushed by GRAPH",
                        "walk 0xff ? ? ? by GRAPH",
                        "walked 0 0x2ee 3500 by GRAPH",
                        "walk 0x0 ? ? ? by GRAPH",
                        "other 'funcgraph_exit' by GRAPH",
                        "other 'funcgraph_exit' by GRAPH");
        assertThat(reading.log().contexts().get(1)).startsWith("1000001500 ");
    }

    @Test
    void traceCmd() {
        String context = "     kworker/0:1-9     [000]    12.345678: ";
        Reading reading = Reading.of("cpus=2\n" + context
                + "funcgraph_entry:                   |  flush_workqueue_prep_pwqs() {\n" + context
                + "funcgraph_entry:        0.353 us   |    _raw_spin_unlock_irq();\n" + context
                + "funcgraph_exit:       + 13.202 us  |  }\n");

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "configured 2",
                        "clock NANOSECONDS",
                        "walk 0x0 ? ? ? by GRAPH",
                        "lock by GRAPH",
                        "walked ? - 13202 by GRAPH");
    }
}
