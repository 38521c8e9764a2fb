package dev.wqflush.cli.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The schema that the program ships with its JSON. */
public final class ReportSchema {
    private ReportSchema() {}

    /** What a report does that the schema forbids. */
    public static List<String> violations(String json) throws IOException {
        try (InputStream in = Objects.requireNonNull(JsonReport.class.getResourceAsStream("wqflush-1.schema.json"))) {
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
