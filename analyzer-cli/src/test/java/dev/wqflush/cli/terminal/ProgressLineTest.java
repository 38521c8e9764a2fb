package dev.wqflush.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.terminal.Terminal.Device;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void bytesRateAndWhatIsLeft() throws InterruptedException {
        try (ProgressLine line = line(When.ALWAYS, 100_000_000)) {
            Thread.sleep(600);
            line.advance(50_000_000);
            assertThat(shown()).matches("\rcase\\.txt  50 of 100 MB, \\d+ MB/s, [01] s left");
        }

        assertThat(shown()).endsWith(" \r");
    }

    @Test
    void shortWorkShowsNothing() {
        try (ProgressLine line = line(When.ALWAYS, 10)) {
            line.advance(10);
        }

        assertThat(shown()).isEmpty();
    }

    @Test
    void intoAFileNothingIsShown() throws InterruptedException {
        try (ProgressLine line = line(When.AUTO, 10)) {
            Thread.sleep(600);
            line.advance(10);
        }

        assertThat(shown()).isEmpty();
    }

    private ProgressLine line(When when, long total) {
        Terminal terminal = new Terminal(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                err,
                Device.FILE,
                Device.FILE,
                StandardCharsets.UTF_8,
                Map.of());
        return new ProgressLine(terminal, when, "case.txt", total);
    }

    private String shown() {
        return err.toString(StandardCharsets.US_ASCII);
    }
}
