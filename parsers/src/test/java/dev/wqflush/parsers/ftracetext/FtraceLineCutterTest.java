package dev.wqflush.parsers.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grammar of contexts, without any event's meaning. */
class FtraceLineCutterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "          <idle>-0       [000] dNs2.   126.310351: x: y|<idle>,0,0,126310351000,SOFTIRQ,2",
                "     kworker/0:1-10      [000] .....   126.311972: x: y|kworker/0:1,10,0,126311972000,TASK,0",
                "            init-1       (      1) [000] .....    80.594134: x: y|init,1,0,80594134000,TASK,0",
                "          <idle>-0       (-------) [001] d..2.    80.599574: x: y|<idle>,0,1,80599574000,TASK,2",
                "          atrace-14446 (14446) [000] ...2  1212.465062: x: y|atrace,14446,0,1212465062000,TASK,2",
                "          <idle>-0       [001]     73.631284: x: y|<idle>,0,1,73631284000,UNKNOWN,-1",
                "              sh-98      [005] d..2.            3: x: y|sh,98,5,3 ticks,TASK,2",
                "              sh-172     [004] d.s3. 138095145691: x: y|sh,172,4,138095145691 ticks,SOFTIRQ,3",
                "           <...>-4194304 [8191] d.Z4f 1700000000.000001: x: y|<...>,4194304,8191,"
                        + "1700000000000001000,NMI,4",
                "       trace-cmd-1111  [001]   105.598335: x:         y|trace-cmd,1111,1,105598335000,UNKNOWN,-1",
                "           sleep-1112  [000]   105.598334987: x: y|sleep,1112,0,105598334987,UNKNOWN,-1",
                "           sleep-1112  [000]   105.605565: (+7230)  x: y|sleep,1112,0,105605565000,UNKNOWN,-1",
                "  a [001] b-12-345     [002] d..1.    12.000001: x: y|a [001] b-12,345,2,12000001000,TASK,1",
                "   x: y - z [3-7       [002] d..1.    12.000001: x: y|x: y - z [3,7,2,12000001000,TASK,1",
                "        a => b]-7       [002] dN.h1..    12.000001: x: y|a => b],7,2,12000001000,HARDIRQ,1",
                "           name -123     [002] d..1.    12.000001: x: y|name ,123,2,12000001000,TASK,1",
                "     (1) [2] 3.4-9       (     1) [002] d..1.    12.000001: x: y|(1) [2] 3.4,9,2,12000001000,TASK,1",
            })
    void normal(String line, String expected) {
        assertThat(cut(LineShape.NORMAL, line)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "  <idle>-0         1d.s3. 72175us!: x: y|<idle>,0,1,72175000,SOFTIRQ,3",
                "wqload/0-455       1d..2. 252390us : x: y|wqload/0,455,1,252390000,TASK,2",
                "    init-1         1d..2.    3: x: y|init,1,1,3 ticks,TASK,2",
                "trace-cm-1111    1d..2.   105.598335: x:         y|trace-cm,1111,1,105598335000,TASK,2",
                " a-1 2d.-77      127.Nh.. 5us+: x: y|a-1 2d.,77,127,5000,HARDIRQ,0",
            })
    void latency(String line, String expected) {
        assertThat(cut(LineShape.LATENCY, line)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "          <idle>       0   1 17 00000003 00000003 [04638562] 72.175ms (+0.119ms): x: y"
                        + "|<idle>,0,1,73631074000,SOFTIRQ,3",
                "        wqload/0     464   1 0 00000000 0000000f [028f257f] 583.574ms (+0.084ms): x: y"
                        + "|wqload/0,464,1,42935679000,TASK,0",
                "            a 12     464   1 8 00000001 0000000f [0000000000000005] 5 (+1): x: y"
                        + "|a 12,464,1,5 ticks,HARDIRQ,1",
            })
    void verbose(String line, String expected) {
        assertThat(cut(LineShape.VERBOSE, line)).isEqualTo(expected);
    }

    @Test
    void takesNoProseForAContext() {
        for (String line : new String[] {
            "",
            " ",
            "[",
            "-1 [0]",
            "see [1] at 12:30: done",
            "On Mon, 12 [005] 2.5: he wrote:",
            "x-99999999999999999999 [0] 1.0: y: z",
            "x-1 [0] 1.0:",
            "x-1 [0] 99999999999999999999: y",
            "x-1 [0] 1.1234567890: y",
            "a-1 [",
        }) {
            for (LineShape shape : LineShape.values()) {
                assertThat(cut(shape, line)).as(line).isEqualTo("no");
            }
        }
    }

    private static String cut(LineShape shape, String line) {
        byte[] b = ("##" + line + "##").getBytes(StandardCharsets.ISO_8859_1);
        FtraceLineCutter cutter = new FtraceLineCutter();
        if (!cutter.cut(shape, b, 2, b.length - 2)) {
            return "no";
        }
        assertThat((char) b[cutter.bodyFrom]).isEqualTo('x');
        return new String(b, cutter.commFrom, cutter.commTo - cutter.commFrom, StandardCharsets.ISO_8859_1)
                + "," + cutter.tid + "," + cutter.cpu + "," + cutter.time + (cutter.nanoseconds ? "" : " ticks") + ","
                + cutter.execution + "," + cutter.preemptDepth;
    }
}
