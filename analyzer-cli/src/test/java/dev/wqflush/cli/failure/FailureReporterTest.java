package dev.wqflush.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.terminal.Terminal.Device;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.BrokenInvariant;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.NothingToAnalyse;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureReporterTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void everyFailureHasItsCode() {
        FailureReporter failures = reporter(Device.FILE);

        assertThat(failures.report(new BadUsage("x"), false)).isEqualTo(ExitCode.USAGE);
        assertThat(failures.report(new UnreadableInput("x"), false)).isEqualTo(ExitCode.UNREADABLE);
        assertThat(failures.report(new NothingToAnalyse("x"), false)).isEqualTo(ExitCode.NOTHING);
        assertThat(failures.report(new DamagedInput("x"), false)).isEqualTo(ExitCode.DAMAGED);
        assertThat(failures.report(new BrokenInvariant("x"), false)).isEqualTo(ExitCode.BUG);
        assertThat(failures.report(new IOException("No space left on device"), false))
                .isEqualTo(ExitCode.USAGE);
        assertThat(ExitCode.BUG.code()).isEqualTo(70);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .endsWith("wqflush: the output cannot be written (No space left on device); see to the disk or the"
                        + " device.\n");
    }

    @Test
    void aBugShowsItsCauseOnlyIfAsked() {
        FailureReporter failures = reporter(Device.FILE);

        failures.report(new IllegalStateException("surprise"), false);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("wqflush: this is a bug in wqflush, not in the input; the analysis stopped. Please report"
                        + " what the\n  same command prints with --verbose.\n");

        failures.report(new IllegalStateException("surprise"), true);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("java.lang.IllegalStateException: surprise\n\tat ");
    }

    /** All flushes are replayed, so choosing among them saves no memory. */
    @Test
    void outOfMemorySaysWhatHelps() {
        assertThat(reporter(Device.FILE).report(new OutOfMemoryError(), false)).isEqualTo(ExitCode.BUG);
        assertThat(err.toString(StandardCharsets.UTF_8).replace("\n  ", " "))
                .contains("WQFLUSH_JAVA_OPTS=-Xmx4g, or analyse a shorter capture")
                .doesNotContain("--from");
    }

    @Test
    void aClosedPipeIsNoFailure() {
        assertThat(reporter(Device.PIPE).report(new IOException("Broken pipe"), true))
                .isEqualTo(ExitCode.DONE);
        assertThat(err.size()).isZero();
    }

    @Test
    void namesCannotSteerTheTerminal() {
        reporter(Device.FILE).say("a\u001b[31m: no such file");

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("wqflush: a\\x1B[31m: no such file\n");
    }

    private FailureReporter reporter(Device out) {
        return new FailureReporter(new Terminal(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                err,
                out,
                Device.FILE,
                StandardCharsets.UTF_8,
                Map.of()));
    }
}
