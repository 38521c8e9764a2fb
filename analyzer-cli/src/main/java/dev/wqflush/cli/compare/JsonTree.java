package dev.wqflush.cli.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value that was read whole. What is asked for and is not there, or is of another kind, is nothing: null, NaN,
 * an empty text, an empty list.
 */
record JsonTree(@Nullable Object value) {
    /** Reads the value that the parser stands at. */
    static JsonTree read(JsonParser json) throws IOException {
        return new JsonTree(value(json));
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, JsonTree> members = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                json.nextToken();
                members.put(key, read(json));
            }
            return members;
        }
        if (token == JsonToken.START_ARRAY) {
            List<JsonTree> elements = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(read(json));
            }
            return elements;
        }
        if (token == null) {
            return null;
        }
        return token.isNumeric() ? (Object) json.getDoubleValue() : token.isScalarValue() ? json.getText() : null;
    }

    /** A member of a member of an object, as deep as there are keys. */
    JsonTree at(String... keys) {
        JsonTree found = this;
        for (String key : keys) {
            found = found.members().getOrDefault(key, new JsonTree(null));
        }
        return found;
    }

    /** Members of an object, in their order. */
    Map<String, JsonTree> members() {
        Map<String, JsonTree> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> members.put((String) key, (JsonTree) member));
        }
        return members;
    }

    /** Elements of an array, in their order. */
    List<JsonTree> elements() {
        return value instanceof List<?> list
                ? list.stream().map(element -> (JsonTree) element).toList()
                : List.of();
    }

    double number() {
        return value instanceof Double number ? number : Double.NaN;
    }

    String text() {
        return value instanceof String text && !text.equals("null") ? text : "";
    }
}
