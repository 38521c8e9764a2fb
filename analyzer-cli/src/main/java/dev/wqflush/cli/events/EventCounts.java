package dev.wqflush.cli.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.wqflush.cli.report.Csv;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.parsers.event.NameTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.csv.CSVPrinter;

/** How many events of each name, over all files. */
public final class EventCounts implements RowReceiver {
    private final Map<String, Long> counts = new TreeMap<>();
    private NameTable names = new NameTable();
    private long[] counted = new long[256];

    @Override
    public void begin(String file, NameTable newNames, boolean timed) {
        fold();
        names = newNames;
    }

    @Override
    public void row(EventRow row) {
        int name = row.at().eventName();
        if (name >= counted.length) {
            counted = Arrays.copyOf(counted, Math.max(name + 1, counted.length * 2));
        }
        counted[name]++;
    }

    @Override
    public void end() {
        fold();
    }

    private void fold() {
        for (int name = NameTable.NONE + 1; name < counted.length; name++) {
            if (counted[name] > 0) {
                counts.merge(names.name(name), counted[name], Long::sum);
            }
        }
        Arrays.fill(counted, 0);
    }

    /** Adds what a reader counted. */
    public void add(Map<String, Long> byName) {
        byName.forEach((name, count) -> counts.merge(name, count, Long::sum));
    }

    /** The most frequent first, equal ones by name. */
    public Map<String, Long> byFrequency() {
        Map<String, Long> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(count -> sorted.put(count.getKey(), count.getValue()));
        return sorted;
    }

    /** {@code count name} for people. */
    public void writeText(OutputStream out, Charset charset) throws IOException {
        int columns = String.valueOf(
                        counts.values().stream().max(Comparator.naturalOrder()).orElse(0L))
                .length();
        for (Map.Entry<String, Long> count : byFrequency().entrySet()) {
            String line = Prose.padLeft(String.valueOf(count.getValue()), columns) + "  "
                    + Prose.escaped(TraceName.of(count.getKey())) + "\n";
            out.write(line.getBytes(charset));
        }
    }

    /** {@code name,count}. */
    public void writeCsv(OutputStream out) throws IOException {
        CSVPrinter csv = Csv.printer(out, "name,count");
        for (Map.Entry<String, Long> count : byFrequency().entrySet()) {
            csv.printRecord(List.of(Csv.name(count.getKey()), count.getValue()));
        }
        csv.flush();
    }

    /** {@code {"name":..,"count":..}} a line. */
    public void writeJsonLines(OutputStream out) throws IOException {
        try (JsonGenerator json = JsonFactory.builder().build().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(new MinimalPrettyPrinter(""));
            for (Map.Entry<String, Long> count : byFrequency().entrySet()) {
                json.writeStartObject();
                json.writeStringField("name", TraceName.of(count.getKey()));
                json.writeNumberField("count", count.getValue());
                json.writeEndObject();
                json.writeRaw('\n');
            }
        }
    }
}
