package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FoldedStacksTest {
    @Test
    void aLineIsAStackAndItsNanoseconds() throws IOException {
        assertThat(folded(new SampleReports())).isEqualTo("""
                        kblockd;fsync;wakeup 5000
                        kblockd;fsync;walk 20000
                        xfs-cil/ram0;fsync;items;xlog_cil_push_work 2340200750
                        xfs-cil/ram0;fsync;wakeup 10000
                        xfs-cil/ram0;fsync;walk 40000
                        """);
    }

    @Test
    void aNameIsOneFrame() throws IOException {
        assertThat(folded(new SampleReports().named(" a;b 7\n\u001b[31m ")))
                .contains("\na_b 7\\x0A\\x1B[31m;fsync;walk 40000\n");
        assertThat(folded(new SampleReports().named("  "))).contains("\nunknown;fsync;walk 40000\n");
    }

    @Test
    void withoutAUnitOfTimeThereIsNothingToAddUp() throws IOException {
        assertThat(folded(new SampleReports().untimed())).isEmpty();
    }

    private static String folded(SampleReports reports) throws IOException {
        return Rendered.text(new FoldedStacks(), reports.build());
    }
}
