package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.Range;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** How our values are written as JSON: unknown is null, never 0, and numbers are written the same everywhere. */
public final class JsonFields {
    private static final int FRACTION_DIGITS = 6;

    private JsonFields() {}

    /** A generator for people and programs: indented, and the stream stays open when it is closed. */
    public static JsonGenerator generator(OutputStream out) throws IOException {
        JsonGenerator json = JsonFactory.builder().build().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
        return json;
    }

    /** Lowest, most likely and highest count. */
    static void range(JsonGenerator json, String key, Range range) throws IOException {
        json.writeObjectFieldStart(key);
        json.writeNumberField("low", range.low());
        json.writeNumberField("value", range.value());
        json.writeNumberField("high", range.high());
        json.writeEndObject();
    }

    /** A time in nanoseconds with its band and kind. */
    public static void band(JsonGenerator json, String key, Band band) throws IOException {
        json.writeObjectFieldStart(key);
        json.writeNumberField("low", band.lowNanos());
        json.writeNumberField("base", band.baseNanos());
        json.writeNumberField("high", band.highNanos());
        json.writeStringField("kind", band.kind().word());
        json.writeEndObject();
    }

    /** Null if empty. */
    public static void text(JsonGenerator json, String key, String value) throws IOException {
        if (value.isEmpty()) {
            json.writeNullField(key);
        } else {
            json.writeStringField(key, value);
        }
    }

    /** Null if negative. */
    public static void count(JsonGenerator json, String key, long value) throws IOException {
        if (value < 0) {
            json.writeNullField(key);
        } else {
            json.writeNumberField(key, value);
        }
    }

    /** Six digits after the point at most; null if it is no number. */
    public static void decimal(JsonGenerator json, String key, double value) throws IOException {
        json.writeFieldName(key);
        if (Double.isFinite(value)) {
            BigDecimal rounded = BigDecimal.valueOf(value).setScale(FRACTION_DIGITS, RoundingMode.HALF_EVEN);
            json.writeNumber(
                    rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
        } else {
            json.writeNull();
        }
    }
}
