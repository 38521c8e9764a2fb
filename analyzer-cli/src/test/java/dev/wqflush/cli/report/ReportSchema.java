package dev.wqflush.cli.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What outputs are held against. */
public final class ReportSchema {
    private ReportSchema() {}

    /** What a report does that the schema forbids which the program ships with its JSON. */
    public static List<String> violations(String json) throws IOException {
        return violations("wqflush-1.schema.json", json);
    }

    /** What a trace for Perfetto does that the Trace Event Format forbids, as far as this program uses it. */
    public static List<String> traceEventViolations(String json) throws IOException {
        return violations("trace-event-format.schema.json", json);
    }

    private static List<String> violations(String resource, String json) throws IOException {
        try (InputStream in = Objects.requireNonNull(JsonReport.class.getResourceAsStream(resource))) {
            String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema, InputFormat.JSON)
                    .validate(json, InputFormat.JSON)
                    .stream()
                    .map(Object::toString)
                    .toList();
        }
    }
}
