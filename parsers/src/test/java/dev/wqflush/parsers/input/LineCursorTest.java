package dev.wqflush.parsers.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.diag.ReadProblem;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines come out whole wherever blocks end, and memory does not depend on them. */
class LineCursorTest {
    @Test
    void linesEndAtLineFeeds() {
        assertThat(lines("a\n\nb\r\n\rc\r\r\nlast")).containsExactly("a", "", "b", "\rc\r", "last");
        assertThat(lines("")).isEmpty();
        assertThat(lines("\n")).containsExactly("");
        assertThat(lines("\u00ef\u00bb\u00bfa\n")).containsExactly("a");
    }

    /** The obvious way to cut lines is the judge. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isAsTheObviousWay(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < 5 * ByteWindow.BLOCK) {
            int length = random.nextInt(100) == 0 ? random.nextInt(300_000) : random.nextInt(200);
            text.append("x".repeat(length)).append('\n');
        }

        assertThat(lines(text.toString()))
                .as("seed %d", seed)
                .isEqualTo(text.toString().lines().toList());
    }

    @Test
    void longLinesAreCutAndCounted() {
        String longest = "y".repeat(LineCursor.LONGEST_LINE);
        ByteWindow window = window(longest + "\n" + longest + "z\nshort\n" + longest + longest + longest);
        List<String> lines = lines(window);

        assertThat(lines).containsExactly(longest, longest, "short", longest);
        assertThat(window.problems().count(ReadProblem.Kind.LONG_LINE)).isEqualTo(2);
        assertThat(window.problems().examples().get(0).line()).isEqualTo(2);
    }

    @Test
    void hundredMegabytesWithoutALineFeed() {
        InputStream nuls = new InputStream() {
            private int left = 100_000_000;

            @Override
            public int read() {
                return left-- > 0 ? 0 : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                int read = Math.min(left, length);
                left -= Math.max(read, 0);
                Arrays.fill(target, offset, offset + Math.max(read, 0), (byte) 0);
                return read > 0 ? read : -1;
            }
        };
        ByteWindow window = TraceSource.stream(nuls, "nuls").open();

        assertThat(lines(window)).hasSize(1);
        assertThat(window.storedBytes()).isEqualTo(100_000_000);
    }

    @Test
    void findsBytesAsTheObviousWay() {
        Random random = new Random(4);
        byte[] bytes = new byte[100];
        for (int round = 0; round < 20_000; round++) {
            random.nextBytes(bytes);
            int from = random.nextInt(100);
            int to = from + random.nextInt(100 - from);
            byte wanted = (byte) random.nextInt(256);
            int expected = -1;
            for (int i = to - 1; i >= from; i--) {
                expected = bytes[i] == wanted ? i : expected;
            }
            assertThat(Ascii.indexOf(bytes, from, to, wanted)).isEqualTo(expected);
        }
    }

    private static List<String> lines(String text) {
        return lines(window(text));
    }

    private static ByteWindow window(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return TraceSource.stream(new ByteArrayInputStream(bytes), "text").open();
    }

    private static List<String> lines(ByteWindow window) {
        LineCursor cursor = new LineCursor(window);
        List<String> lines = new ArrayList<>();
        while (cursor.next()) {
            lines.add(new String(
                    cursor.bytes(), cursor.start(), cursor.end() - cursor.start(), StandardCharsets.ISO_8859_1));
            assertThat(cursor.number()).isEqualTo(lines.size());
        }
        return lines;
    }
}
