package dev.wqflush.parsers.perfjson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.ReadProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples as {@code perf data convert --to-json} writes them, valid JSON or not. */
class PerfJsonTest {
    private static final String HEAD = """
            {
            \t"linux-perf-json-version": 1,
            \t"headers": {
            \t\t"header-version": 1,
            \t\t"os-release": "6.12.0",
            \t\t"nrcpus-online": 8,
            \t\t"nrcpus-avail": 16,
            \t\t"cmdline": [
            \t\t\t"perf",
            \t\t\t"record"
            \t\t]
            \t},
            \t"samples": [
            """;

    /** The item's CPU is not the sample's, and the woken thread is not the waker. */
    @Test
    void fieldsThatAreCalledLikeTheSamplesOwn() {
        Reading reading = read(
                sample(
                        41,
                        3,
                        "sh",
                        "\"work\": \"0x10\",\"function\": \"f\",\"workqueue\": \"w\",\"req_cpu\": 8192,\"cpu\": \"5\""),
                sample(41, 3, "sh", "\"comm\": \"kworker/5:1\",\"pid\": 9,\"prio\": 120,\"target_cpu\": 5"));

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "kernel 6.12.0",
                        "online 8",
                        "configured 16",
                        "clock NANOSECONDS",
                        "queued 0x10 'f' 'w' 8192 5",
                        "waking 9 'kworker/5:1' 5");
        assertThat(reading.log().contexts()).allMatch(at -> at.startsWith("100123456789 cpu 3 'sh'-41 "));
        assertThat(reading.statistics().eventsByName()).containsOnlyKeys("workqueue_queue_work", "sched_waking");
    }

    /** Start, end and activation have the same fields from Linux 6.12 on. */
    @Test
    void orderTellsWhatFieldsDoNot() {
        String item = "\"work\": \"0x10\",\"function\": \"f\"";
        Reading reading = read(
                sample(41, 3, "sh", item + ",\"workqueue\": \"w\",\"req_cpu\": 8192,\"cpu\": 5"),
                sample(41, 3, "sh", item),
                sample(9, 5, "kworker/5:1", item),
                sample(9, 5, "kworker/5:1", item + ",\"workqueue\": \"w\",\"req_cpu\": 8192,\"cpu\": 5"),
                sample(9, 5, "kworker/5:1", item),
                sample(9, 5, "kworker/5:1", item),
                sample(9, 5, "kworker/5:1", item),
                sample(9, 5, "kworker/5:1", item));

        assertThat(reading.log().lines().subList(5, 13))
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly("queued", "activated", "started", "queued", "activated", "ended", "started", "ended");
        assertThat(reading.statistics().problems().count(ReadProblem.Kind.EVENTS_GUESSED))
                .isEqualTo(8);
    }

    @Test
    void otherEventsByTheirFields() {
        Reading reading = read(
                sample(1, 0, "a", "\"lock_addr\": \"0xff11\",\"flags\": 1"),
                sample(1, 0, "a", "\"lock_addr\": \"0xff11\",\"ret\": 0"),
                sample(1, 0, "a", "\"lock_addr\": \"0xff11\""),
                sample(
                        1,
                        0,
                        "a",
                        "\"prev_comm\": \"a\",\"prev_pid\": 1,\"prev_prio\": 120,\"prev_state\": 1,"
                                + "\"next_comm\": \"b\",\"next_pid\": 2,\"next_prio\": 120"),
                sample(1, 0, "a", "\"comm\": \"a\",\"pid\": 1,\"prio\": 120,\"target_cpu\": 0"),
                sample(1, 0, "a", "\"comm\": \"a\",\"pid\": 1,\"prio\": 120,\"target_cpu\": 0"),
                sample(1, 0, "a", "\"comm\": \"a\",\"pid\": 1,\"prio\": 120,\"orig_cpu\": 0,\"dest_cpu\": 1"),
                sample(
                        1,
                        0,
                        "a",
                        "\"__probe_ip\": 4096,\"wq\": 18379471556423002624,\"flush_color\": 1,\"work_color\": 2"));

        assertThat(reading.log().lines().subList(5, 13))
                .containsExactly(
                        "contention 0xff11 1",
                        "acquired 0xff11 0",
                        "released 0xff11",
                        "switch 1 'a' INTERRUPTIBLE 2 'b'",
                        "waking 1 'a' 0",
                        "wakeup 1 'a' 0",
                        "migrated 1 0 1",
                        "walk 0xff1100007ffd2a00 ? 1 2 by PROBE");
    }

    @Test
    void namesThatAreNoValidJson() {
        Reading reading = read(sample(1, 0, "\\uffffffc3\\uffffffa9\\u0041\\\"\\\\", "\"lock_addr\": \"0x1\""));

        assertThat(reading.log().contexts()).singleElement().asString().contains("'\u00c3\u00a9A\"\\'-1");
    }

    @Test
    void samplesWithoutFields() {
        Reading reading = read(sample(1, 0, "a", ""));

        assertThat(reading.log().lines()).endsWith("other 'sample'");
        assertThat(reading.statistics().problems().examples())
                .extracting(ReadProblem::sentence)
                .singleElement()
                .asString()
                .contains("perf script -i perf.data");
    }

    @Test
    void cutFileIsReadAsFarAsItGoes() {
        String whole = HEAD + sample(1, 0, "a", "\"lock_addr\": \"0x1\"") + ",\n"
                + sample(1, 0, "a", "\"lock_addr\": \"0x2\"");
        Reading reading = Reading.of(whole.substring(0, whole.length() - 5));

        assertThat(reading.log().lines()).endsWith("released 0x1");
        assertThat(reading.statistics().truncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[", "\"", "\\", "{\"a\":", "}", "]", ",", "0", "\"callchain\":[", "\\uffffffff"})
    void hostileContent(String piece) {
        Reading reading = Reading.of(HEAD + piece.repeat(300_000 / piece.length()));

        assertThat(reading.statistics().events()).isZero();
    }

    private static Reading read(String... samples) {
        return Reading.of(HEAD + String.join(",\n", samples) + "\n\t]\n}\n");
    }

    private static String sample(int tid, int cpu, String comm, String fields) {
        return "\t\t{\n\t\t\t\"timestamp\": 100123456789,\n\t\t\t\"pid\": " + tid + ",\n\t\t\t\"tid\": " + tid
                + ",\n\t\t\t\"cpu\": " + cpu + ",\n\t\t\t\"comm\": \"" + comm
                + "\",\n\t\t\t\"callchain\": [\n\t\t\t\t{\n\t\t\t\t\t\"ip\": \"0xff\",\n\t\t\t\t\t\"dso\": \"[k]\"\n\t\t\t\t}\n"
                + "\t\t\t]" + (fields.isEmpty() ? "" : ",\n\t\t\t" + fields) + "\n\t\t}";
    }
}
