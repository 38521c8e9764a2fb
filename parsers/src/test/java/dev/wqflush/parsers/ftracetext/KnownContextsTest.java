package dev.wqflush.parsers.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line says the same whether its context was seen before or not. */
class KnownContextsTest {
    private static final String HEADER = "# tracer: nop\n#\n";

    private static final String[] TASKS = {
        "          <idle>-0      ",
        "              sh-99     ",
        "     kworker/u8:1-1234567",
        "    a [001] b-12-77      ",
        "     tmux: server-1234   ",
        "           <...>-98765   ",
        "              sh-99      (     99)",
        "x-5 ",
        "  [003] .....  7.5: w-12 ",
        "\u00e4\u00e4\u00e4\u00e4-12      ",
        "=> frame-7   ",
        "   => a-7               ",
        " -----------=> a-7      "
    };

    private static final String[] CPUS = {" [001]", " [000]", " [12]", " [1023]", " [99999]", " [00x]", " 001]"};

    private static final String[] FLAGS = {" d..2.", " .....", " d.h3.", " dNs..1", "", " d..2.x", " d[.2."};

    private static final String[] TIMES = {
        "   131.503982:",
        "     1.000001:",
        " 1234567.123456:",
        " 12345678.123456:",
        " 123456789012.5:",
        "   131.503982123:",
        "   131.5039821234:",
        "   131.5:",
        "   131503982:",
        "   131.503982",
        "   131.:",
        "    50us+:",
        "                       131.503982:",
        " 131.503982 :",
        " 1a1.503982:"
    };

    private static final String[] EVENTS = {
        " cpu_idle: state=1 cpu_id=3",
        " sched_waking: comm=sh pid=99 prio=120 target_cpu=001",
        " walk: (flush_workqueue_prep_pwqs+0x0/0x710) wq=0x1 flush_color=0 work_color=1",
        " (+12) cpu_idle: state=1",
        " do_idle <-cpu_startup_entry",
        " cpu_idle:",
        " cpu_idle",
        "",
        " : x",
        " an_event_with_a_name_of_more_than_forty_letters: x",
        " tracing_mark_write: text\nthat goes on: here",
        " \r"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void linesSayTheSameAmongOthersAndAlone(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            // Mostly the first choices: what is read fast must come between, before and after all else.
            lines.add(any(TASKS, random)
                    + any(CPUS, random)
                    + any(FLAGS, random)
                    + any(TIMES, random)
                    + any(EVENTS, random));
        }
        List<String> expected = new ArrayList<>();
        for (String line : lines) {
            expected.addAll(events(Reading.of(HEADER + FIRST + line + "\n" + FIRST), 1));
        }

        Reading together = Reading.of(HEADER + FIRST + String.join("\n" + FIRST, lines) + "\n" + FIRST);

        assertThat(withoutRepeats(together)).as("seed %d", seed).isEqualTo(expected);
        assertThat(together.statistics().linesRead())
                .isEqualTo(2
                        + 2 * lines.size()
                        + 1
                        + lines.stream().filter(line -> line.contains("\n")).count());
    }

    /** A line of the normal shape before each other one, so that the shape is the same whatever comes before. */
    private static final String FIRST = "              sh-99      [001] d..2.   131.503981: repeated: a\n";

    private static List<String> events(Reading reading, int leaveOut) {
        List<String> events = withoutRepeats(reading);
        assertThat(reading.log().contexts()).hasSizeGreaterThan(leaveOut);
        return events;
    }

    private static List<String> withoutRepeats(Reading reading) {
        List<String> events = new ArrayList<>();
        List<String> kinds = reading.log().lines().stream()
                .filter(line -> !line.matches("(capture|clock|online).*"))
                .toList();
        List<String> contexts = reading.log().contexts();
        assertThat(kinds).hasSameSizeAs(contexts);
        for (int i = 0; i < kinds.size(); i++) {
            if (!kinds.get(i).contains("repeated")) {
                events.add(contexts.get(i).replaceFirst(" line.*", "") + " " + kinds.get(i));
            }
        }
        return events;
    }

    private static String any(String[] choices, Random random) {
        return choices[random.nextInt(3) > 0 ? random.nextInt(2) : random.nextInt(choices.length)];
    }

    /** Where the block ends in the middle of a line that is known. */
    @Test
    void aKnownLineMayLieOnTwoBlocks() {
        StringBuilder text = new StringBuilder(HEADER);
        int events = 60_000;
        for (int i = 0; i < events; i++) {
            text.append(String.format(
                    "              sh-99      [001] d..2.   %5d.%06d: e: %s%n", i / 100, i, "y".repeat(i % 50)));
        }

        Reading reading = Reading.of(text.toString());

        assertThat(reading.log().contexts()).hasSize(events).last().asString().startsWith("599059999000 ");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }
}
