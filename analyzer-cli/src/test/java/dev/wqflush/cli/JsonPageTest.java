package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code docs/json.md} has a row for every key of the schemas, with its type, and for no other. */
class JsonPageTest {
    private static final Pattern CODE_IN_HEADING = Pattern.compile("### `(\\w+)`.*");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\|(.*)\\|");

    /** A key of an object, with the keys that lead to it, and what its value can be. */
    private record Key(String path, String type) {}

    private static String page = "";

    @BeforeAll
    static void readPage() throws IOException {
        page = Files.readString(Path.of("..", "docs", "json.md"));
    }

    @Test
    void everyKeyOfAReportIsExplained() throws IOException {
        assertThat(explained("## `analyze --json`")).containsExactlyInAnyOrderElementsOf(keys(ReportSchema.ofReport()));
    }

    @Test
    void everyKeyOfAComparisonIsExplained() throws IOException {
        assertThat(explained("## `compare --json`"))
                .containsExactlyInAnyOrderElementsOf(keys(ReportSchema.ofComparison()));
    }

    @Test
    void whatNullMeansIsSaid() {
        assertThat(page.lines().map(ROW::matcher).filter(Matcher::matches))
                .isNotEmpty()
                .allMatch(row -> row.group(2).endsWith(", null") == row.group(3).contains("null: "));
    }

    /** The rows of a section, a key below the one in its heading. */
    private static List<Key> explained(String section) {
        List<Key> keys = new ArrayList<>();
        String above = "";
        for (String line : section(section).lines().toList()) {
            Matcher heading = CODE_IN_HEADING.matcher(line);
            Matcher row = ROW.matcher(line);
            if (line.startsWith("###")) {
                above = heading.matches() ? heading.group(1) : "";
            } else if (row.matches()) {
                keys.add(new Key(below(above, row.group(1)), row.group(2)));
            }
        }
        return keys;
    }

    private static String section(String heading) {
        int from = page.indexOf("\n" + heading + "\n");
        int to = page.indexOf("\n## ", from + 1);
        return page.substring(from, to < 0 ? page.length() : to);
    }

    private static String below(String above, String key) {
        return above.isEmpty() || key.startsWith("[") ? above + key : above + "." + key;
    }

    /** The keys of a schema whose values have no keys of their own, and those of its shapes. */
    private static List<Key> keys(String schema) {
        JsonNode root = JsonMapper.shared().readTree(schema);
        List<Key> keys = new ArrayList<>();
        collect("", root, root, keys);
        for (Map.Entry<String, JsonNode> shape : root.get("$defs").properties()) {
            if (shape.getValue().has("properties")) {
                collect(shape.getKey(), shape.getValue(), root, keys);
            }
        }
        return keys;
    }

    private static void collect(String path, JsonNode schema, JsonNode root, List<Key> keys) {
        JsonNode more = schema.path("additionalProperties");
        if (schema.has("properties")) {
            if (type(schema, root).endsWith(", null")) {
                keys.add(new Key(path, type(schema, root)));
            }
            for (Map.Entry<String, JsonNode> key : schema.get("properties").properties()) {
                collect(below(path, key.getKey()), key.getValue(), root, keys);
            }
        } else if (schema.has("items")) {
            collect(path + "[]", schema.get("items"), root, keys);
        } else if (more.isObject()) {
            collect(below(path, "*"), more, root, keys);
        } else {
            keys.add(new Key(path, type(schema, root)));
            inlineAlternatives(schema).forEach(each -> collectBelow(path, each, root, keys));
        }
    }

    private static void collectBelow(String path, JsonNode schema, JsonNode root, List<Key> keys) {
        for (Map.Entry<String, JsonNode> key : schema.get("properties").properties()) {
            collect(below(path, key.getKey()), key.getValue(), root, keys);
        }
    }

    private static Stream<JsonNode> inlineAlternatives(JsonNode schema) {
        return schema.path("oneOf").valueStream().filter(each -> each.has("properties"));
    }

    /** What can stand there, null last; a shape by its name. */
    private static String type(JsonNode schema, JsonNode root) {
        if (schema.has("$ref")) {
            String name = schema.get("$ref").asString().replace("#/$defs/", "");
            JsonNode shape = root.get("$defs").get(name);
            return shape.has("properties") ? "`" + name + "`" : type(shape, root);
        }
        if (schema.has("oneOf")) {
            return String.join(
                    ", ",
                    schema.get("oneOf")
                            .valueStream()
                            .map(each -> type(each, root))
                            .sorted((a, b) -> Boolean.compare(a.equals("null"), b.equals("null")))
                            .toList());
        }
        JsonNode type = schema.path("type");
        if (type.isMissingNode()) {
            return "string" + (schema.path("enum").valueStream().anyMatch(JsonNode::isNull) ? ", null" : "");
        }
        return type.isArray()
                ? String.join(", ", type.valueStream().map(JsonNode::asString).toList())
                : type.asString();
    }
}
