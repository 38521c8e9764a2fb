package dev.wqflush.cli;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The events of a trace in the Trace Event Format, as a viewer takes them. */
final class TraceEvents {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final int NANOS_PER_MICRO_POWER = 3;

    /** Something on a track; an instant has no length. */
    record Event(String track, String name, long startNanos, long nanos) {
        long endNanos() {
            return startNanos + nanos;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final Set<String> namedTracks = new HashSet<>();
    private final Map<Integer, List<Long>> counters = new LinkedHashMap<>();

    private TraceEvents() {}

    static TraceEvents of(String json) {
        TraceEvents trace = new TraceEvents();
        for (JsonNode event : JSON.readTree(json).get("traceEvents")) {
            trace.add(event);
        }
        return trace;
    }

    private void add(JsonNode event) {
        int process = event.get("pid").asInt();
        switch (event.get("ph").asString()) {
            case "M" ->
                namedTracks.add(
                        event.get("name").asString().equals("process_name") ? "" + process : track(event, process));
            case "C" ->
                counters.computeIfAbsent(process, key -> new ArrayList<>())
                        .add(event.get("args").get("flushes").asLong());
            default ->
                events.add(new Event(
                        track(event, process),
                        event.get("name").asString(),
                        nanos(event.get("ts")),
                        event.has("dur") ? nanos(event.get("dur")) : 0));
        }
    }

    private static String track(JsonNode event, int process) {
        return process + "/" + event.get("tid").asInt();
    }

    private static long nanos(JsonNode micros) {
        BigDecimal exact = micros.decimalValue();
        return exact.movePointRight(NANOS_PER_MICRO_POWER).longValueExact();
    }

    /** Events whose names begin so, in the order of the file. */
    List<Event> named(String beginning) {
        return events.stream().filter(event -> event.name.startsWith(beginning)).toList();
    }

    List<Event> exactly(String name) {
        return events.stream().filter(event -> event.name.equals(name)).toList();
    }

    /** Events that overlap another of their track without lying inside it, and parts of no flush. */
    List<String> misplaced() {
        Map<String, List<Event>> tracks = new LinkedHashMap<>();
        events.forEach(event ->
                tracks.computeIfAbsent(event.track, key -> new ArrayList<>()).add(event));
        List<String> misplaced = new ArrayList<>();
        for (List<Event> track : tracks.values()) {
            // Stable: what the file names first stays outside what begins and ends with it.
            track.sort(Comparator.comparingLong(Event::startNanos)
                    .thenComparing(Comparator.comparingLong(Event::nanos).reversed()));
            Deque<Event> open = new ArrayDeque<>();
            for (Event event : track) {
                while (!open.isEmpty() && open.peek().endNanos() <= event.startNanos && event.nanos > 0) {
                    open.pop();
                }
                boolean whole = event.name.contains(" ");
                if (whole != open.isEmpty() || (!whole && open.peek().endNanos() < event.endNanos())) {
                    misplaced.add(event + " in " + open);
                }
                open.push(event);
            }
        }
        return misplaced;
    }

    /** Tracks and processes with events that no metadata names. */
    Set<String> tracksWithoutName() {
        Set<String> used = new HashSet<>();
        for (Event event : events) {
            used.add(event.track);
            used.add(event.track.replaceFirst("/.*", ""));
        }
        used.removeAll(namedTracks);
        return used;
    }

    List<Long> counterValues() {
        return counters.values().stream().flatMap(Collection::stream).toList();
    }

    List<Long> lastCounterValues() {
        return counters.values().stream()
                .map(values -> values.get(values.size() - 1))
                .toList();
    }
}
