package dev.wqflush.cli.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.wqflush.cli.compare.ComparisonJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What outputs are held against. */
public final class ReportSchema {
    private ReportSchema() {}

    /** The schema of a report that the program ships. */
    public static String ofReport() throws IOException {
        return text(JsonReport.class, "wqflush-1.schema.json");
    }

    /** The schema of a comparison that the program ships. */
    public static String ofComparison() throws IOException {
        return text(ComparisonJson.class, "wqflush-compare-1.schema.json");
    }

    /** What a report does that its schema forbids. */
    public static List<String> violations(String json) throws IOException {
        return violations(ofReport(), json);
    }

    /** What a comparison does that its schema forbids. */
    public static List<String> comparisonViolations(String json) throws IOException {
        return violations(ofComparison(), json);
    }

    /** What a trace for Perfetto does that the Trace Event Format forbids, as far as this program uses it. */
    public static List<String> traceEventViolations(String json) throws IOException {
        return violations(text(JsonReport.class, "trace-event-format.schema.json"), json);
    }

    private static String text(Class<?> beside, String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> violations(String schema, String json) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema, InputFormat.JSON)
                .validate(json, InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }
}
