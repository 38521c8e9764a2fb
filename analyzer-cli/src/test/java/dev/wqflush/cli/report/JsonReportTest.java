package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JsonReportTest {
    static Stream<Report> reports() {
        return Stream.of(
                new SampleReports().build(),
                new SampleReports().untimed().build(),
                new SampleReports().withoutMeasuredWalks().build(),
                new SampleReports().withoutFlushes().withoutTopology().build(),
                new SampleReports().withMoreWorkqueues(40).withMoreFindings(20).build());
    }

    @ParameterizedTest
    @MethodSource("reports")
    void everyReportFitsTheSchema(Report report) throws IOException {
        String json = Rendered.text(new JsonReport(), report);

        assertThat(ReportSchema.violations(json)).isEmpty();
        assertThat(json).doesNotContain("NaN").doesNotContain("-0,").endsWith("}\n");
    }

    @Test
    void theSchemaRefusesAKeyItDoesNotKnow() throws IOException {
        String json = Rendered.text(new JsonReport(), new SampleReports().build())
                .replace("\"emulated\" :", "\"invented\" : 1, \"emulated\" :");

        assertThat(ReportSchema.violations(json)).hasSize(1);
    }

    @Test
    void theSameReportGivesTheSameBytes() throws IOException {
        assertThat(Rendered.text(new JsonReport(), new SampleReports().build()))
                .isEqualTo(Rendered.text(new JsonReport(), new SampleReports().build()));
    }

    @Test
    void whatIsNotKnownIsNull() throws IOException {
        String json = Rendered.text(
                new JsonReport(),
                new SampleReports().untimed().withoutTopology().build());

        assertThat(json)
                .contains(
                        "\"kernel\" : null",
                        "\"clock\" : null",
                        "\"span_s\" : null",
                        "\"online\" : null",
                        "\"nodes\" : null",
                        "\"bound\" : \"lower\"",
                        "\"first_s\" : null",
                        "\"p50\" : null",
                        "\"pointer\" : null");
    }

    @Test
    void namesComeBackExactly() throws IOException {
        String name = new String("wq-\"<é>".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        String json =
                Rendered.text(new JsonReport(), new SampleReports().named(name).build());

        assertThat(json).contains("\"name\" : \"wq-\\\"<é>\"");
    }

    @Test
    void timesAreExact() throws IOException {
        String json = Rendered.text(new JsonReport(), new SampleReports().build());

        assertThat(json).contains("\"span_s\" : 1.840000000", "\"start_s\" : 71.400000000", "\"ns\" : 1440000000");
    }

    @Test
    void onlyChosenModelsAreShown() throws IOException {
        Report all = new SampleReports().build();
        Report one = new Report(
                all.version(),
                all.files(),
                all.events(),
                all.lines(),
                all.readFindings(),
                Set.of("legacy-v1"),
                all.assessment());

        String json = Rendered.text(new JsonReport(), one);

        assertThat(json).contains("\"legacy-v1\" : {").doesNotContain("\"legacy-v0\" : {", "\"active-list\" : {");
    }
}
