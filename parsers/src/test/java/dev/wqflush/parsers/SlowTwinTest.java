package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slow and obvious reader of normal lines judges the fast one, field by field, on whole captures. */
class SlowTwinTest {
    private static final Pattern LINE = Pattern.compile(
            " *(.*)-(\\d+) +(?:\\([ \\d-]+\\) )?\\[(\\d+)] (?:(\\S{5}) )? *" + "(\\d+)\\.(\\d{6}): (\\w+): (.*?) *");
    private static final Pattern QUEUED = Pattern.compile(
            "work struct=(\\S+) function=(\\S+)(?: \\[\\w+])? workqueue=(.*) req_cpu=(-?\\d+) cpu=(-?\\d+)");
    private static final Pattern SWITCH =
            Pattern.compile("prev_comm=(.*) prev_pid=(\\d+) prev_prio=\\d+ prev_state=(\\S+)"
                    + " ==> next_comm=(.*) next_pid=(\\d+) next_prio=\\d+");
    private static final Pattern WALK = Pattern.compile("\\(flush_workqueue_prep_pwqs\\+0x0/0x\\w+\\) wq=(0x\\w+)"
            + " name=\"(.*)\" flush_color=(-?\\d+) work_color=(-?\\d+)");
    private static final Pattern WALKED =
            Pattern.compile("\\(__flush_workqueue\\+(0x\\w+)/0x\\w+ <- flush_workqueue_prep_pwqs\\) ret=([01])");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var-k73v2-8x16/var_boot",
                "var-k61-8x16/var_tgid",
                "var-k73v2-8x16/var_noirqinfo",
                "lost-k73v2-8x16/lost_pipe_gaps",
                "k73al-4x128/mix",
                "k61-8x16/xfs",
                "tri-k61-8x16/tri_requeue_storm"
            })
    void saysTheSame(String capture) throws IOException {
        Path file = Reading.shared("captured/" + capture + ".txt.gz");
        List<String> slow = new ArrayList<>();
        List<String> slowContexts = new ArrayList<>();
        for (String line : lines(file)) {
            Matcher context = LINE.matcher(line);
            if (context.matches()) {
                slowContexts.add(context(context));
                slow.add(event(context.group(7), context.group(8)));
            }
        }

        EventLog fast = Reading.of(TraceSource.file(file)).log();
        List<String> events = fast.lines().stream()
                .filter(line -> !line.matches("(capture|online|configured|clock|buffer|lost).*"))
                .toList();

        assertThat(fast.contexts().stream().map(context -> context.replaceFirst(" line.*", "")))
                .isEqualTo(slowContexts);
        assertThat(events).hasSameSizeAs(slow);
        for (int i = 0; i < slow.size(); i++) {
            if (!slow.get(i).isEmpty()) {
                assertThat(events.get(i)).isEqualTo(slow.get(i));
            }
        }
    }

    private static String context(Matcher line) {
        String flags = line.group(4) == null ? "??--1" : line.group(4);
        String execution = switch (flags.charAt(2)) {
            case 'Z', 'z' -> "NMI";
            case 'H', 'h' -> "HARDIRQ";
            case 's' -> "SOFTIRQ";
            case '.' -> "TASK";
            default -> "UNKNOWN";
        };
        int depth = flags.charAt(3) == '.' ? 0 : Character.digit(flags.charAt(3), 16);
        return Long.parseLong(line.group(5) + line.group(6)) * 1000 + " cpu " + Integer.parseInt(line.group(3)) + " "
                + (line.group(1).equals("<...>") ? "?" : "'" + line.group(1) + "'") + "-" + line.group(2) + " "
                + execution + " " + depth;
    }

    /** What the log should say; empty for events that this twin does not know. */
    private static String event(String name, String payload) {
        Matcher queued = QUEUED.matcher(payload);
        Matcher switched = SWITCH.matcher(payload);
        Matcher walk = WALK.matcher(payload);
        Matcher walked = WALKED.matcher(payload);
        if (name.equals("workqueue_queue_work") && queued.matches()) {
            return "queued 0x" + queued.group(1).replaceFirst("^0+", "") + " '" + queued.group(2) + "' '"
                    + queued.group(3) + "' " + queued.group(4) + " " + queued.group(5);
        }
        if (name.equals("sched_switch") && switched.matches()) {
            String state = switch (switched.group(3).charAt(0)) {
                case 'R' -> "RUNNABLE";
                case 'S' -> "INTERRUPTIBLE";
                case 'D' -> "UNINTERRUPTIBLE";
                case 'I' -> "IDLE";
                default -> "OTHER";
            };
            return "switch " + switched.group(2) + " '" + switched.group(1) + "' " + state + " " + switched.group(5)
                    + " '" + switched.group(4) + "'";
        }
        if (walk.matches()) {
            return "walk " + walk.group(1) + " '" + walk.group(2) + "' " + walk.group(3) + " " + walk.group(4)
                    + " by PROBE";
        }
        return walked.matches() ? "walked " + walked.group(2) + " " + walked.group(1) + " -1 by PROBE" : "";
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                    .lines()
                    .toList();
        }
    }
}
