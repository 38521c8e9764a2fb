package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class PerfettoTraceTest {
    @Test
    void timesAreDecimalMicrosecondsOfTheTraceClock() throws IOException {
        assertThat(trace(new SampleReports()))
                .contains(
                        "\"name\" : \"flush 1\",\"cat\" : \"wqflush\",\"pid\" : 1,\"tid\" : 1,"
                                + "\"ts\" : 71000000.000,\"dur\" : 900250.750",
                        "\"ts\" : 71000500.123,\"dur\" : 21.000");
    }

    @Test
    void aNameOfTheTraceIsText() throws IOException {
        String trace = trace(new SampleReports().named("\"},{\u001b"));

        assertThat(trace).contains("{\"name\" : \"\\\"},{\\\\x1B\"}");
        assertThat(ReportSchema.traceEventViolations(trace)).isEmpty();
    }

    @Test
    void everyReportFitsTheSchema() throws IOException {
        for (SampleReports reports : new SampleReports[] {
            new SampleReports(), new SampleReports().withoutFlushes(), new SampleReports().untimed(),
        }) {
            assertThat(ReportSchema.traceEventViolations(trace(reports))).isEmpty();
        }
        assertThat(trace(new SampleReports().untimed()))
                .contains("\"traceEvents\"")
                .doesNotContain("\"ph\"");
    }

    @Test
    void theSchemaRefusesAnotherPhaseAndTimesAsText() throws IOException {
        String trace = trace(new SampleReports());

        assertThat(ReportSchema.traceEventViolations(trace.replace("\"X\"", "\"Q\"")))
                .isNotEmpty();
        assertThat(ReportSchema.traceEventViolations(trace.replace("71000000.000", "\"71000000\"")))
                .isNotEmpty();
    }

    private static String trace(SampleReports reports) throws IOException {
        return Rendered.text(new PerfettoTrace(), reports.build());
    }
}
