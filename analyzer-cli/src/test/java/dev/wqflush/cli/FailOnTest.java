package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailOnTest {
    private static final String SAMPLE =
            Path.of("../sample-traces/xfs-log-force-4-of-192").toString();

    @ParameterizedTest
    @CsvSource({
        "item-bound, 1",
        "walk-bound, 0",
        "'walk-bound,emulated-guest', 1",
        "late-wakeup, 0",
        "items>50%, 1",
        "items>70%, 0",
        "walk>=7%, 1",
        "p99>1s, 0",
        "max>1us, 1",
        "flushes>=67, 1",
        "flushes>67, 0",
        "grade>=B, 0",
        "grade<=A, 1",
        "saved>1us, 1",
        "saved>1ms, 0"
    })
    void theExitCodeTells(String condition, int code) {
        assertThat(Outcome.of("analyze", SAMPLE, "--quiet", "--fail-on", condition)
                        .code())
                .isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"walk-bond", "p99>10", "walk>3ms", "grade>=7", "flushes>A", "p99>1.2.3ms", "", "p99=3ms"})
    void whatIsNoConditionIsSaid(String condition) {
        Outcome outcome = Outcome.of("analyze", SAMPLE, "--quiet", "--fail-on", condition);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences()).contains("--fail-on " + condition);
    }
}
