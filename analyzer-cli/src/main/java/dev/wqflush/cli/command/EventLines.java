package dev.wqflush.cli.command;

import dev.wqflush.cli.events.FtraceText;
import dev.wqflush.cli.report.CitedLine;
import dev.wqflush.parsers.event.EachEvent;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the lines of events by reading the capture once more: the first reading keeps no text, and does not know yet
 * which events will matter. Where names are not told as they are, the events are told anew in place of their lines.
 */
final class EventLines {
    private EventLines() {}

    /**
     * The lines of these events.
     *
     * @param events numbers of events, from 1 in the order of reading, over all files
     */
    static Map<Long, CitedLine> of(Capture capture, AnalysisSettings settings, Set<Long> events) {
        Map<Long, CitedLine> lines = new HashMap<>();
        Positions positions = new Positions(events);
        Retold retold = new Retold(lines);
        FtraceText text = new FtraceText(retold);
        List<String> names = names(capture.files());
        for (int i = 0; i < names.size(); i++) {
            Input input = capture.files().get(i);
            positions.found.clear();
            settings.reading().scan(input, positions);
            if (settings.naming().quotes()) {
                read(input, names.get(i), positions.found, lines);
            } else {
                retold.begin(names.get(i), positions.found);
                settings.reading().scan(input, new JoinedCaptures(text, settings.naming()));
                text.end();
            }
        }
        return lines;
    }

    /** Names that tell the files apart: none for a single one, without folders if that is enough. */
    private static List<String> names(List<Input> files) {
        if (files.size() == 1) {
            return List.of("");
        }
        List<String> bare = files.stream()
                .map(file -> file.name().substring(file.name().lastIndexOf('/') + 1))
                .toList();
        return new HashSet<>(bare).size() == bare.size()
                ? bare
                : files.stream().map(Input::name).toList();
    }

    private static void read(Input input, String file, Map<Long, List<Long>> wanted, Map<Long, CitedLine> lines) {
        if (wanted.isEmpty()) {
            return;
        }
        try (ByteWindow window = input.source().open()) {
            LineCursor cursor = new LineCursor(window);
            Iterator<Map.Entry<Long, List<Long>>> next = wanted.entrySet().iterator();
            Map.Entry<Long, List<Long>> entry = next.next();
            while (entry != null && cursor.next()) {
                if (cursor.number() == entry.getKey()) {
                    CitedLine line = new CitedLine(
                            file,
                            cursor.number(),
                            new String(
                                    cursor.bytes(),
                                    cursor.start(),
                                    cursor.end() - cursor.start(),
                                    StandardCharsets.ISO_8859_1));
                    entry.getValue().forEach(event -> lines.put(event, line));
                    entry = next.hasNext() ? next.next() : null;
                }
            }
        }
    }

    /** Keeps wanted events as they are told where lines must not be shown. */
    private static final class Retold implements FtraceText.Lines {
        private final Map<Long, CitedLine> lines;
        private final Map<Long, Long> places = new HashMap<>();
        private String file = "";

        Retold(Map<Long, CitedLine> lines) {
            this.lines = lines;
        }

        /** The events that follow are of another file, with these wanted ones by line. */
        void begin(String newFile, Map<Long, List<Long>> wanted) {
            file = newFile;
            places.clear();
            wanted.forEach((line, events) -> events.forEach(event -> places.put(event, line)));
        }

        @Override
        public void line(String text, long firstEvent, long lastEvent) {
            for (long event = firstEvent; event <= lastEvent; event++) {
                Long place = places.get(event);
                if (place != null) {
                    lines.put(event, new CitedLine(file, place, text));
                }
            }
        }
    }

    /** Counts events and keeps the positions of the wanted ones. */
    private static final class Positions extends EachEvent {
        private final Set<Long> wanted;

        /** Wanted events of the file being read by line. */
        private final TreeMap<Long, List<Long>> found = new TreeMap<>();

        private long events;

        Positions(Set<Long> wanted) {
            this.wanted = wanted;
        }

        @Override
        protected void event(EventContext at) {
            events++;
            if (wanted.contains(events)) {
                found.computeIfAbsent(at.position(), line -> new ArrayList<>()).add(events);
            }
        }
    }
}
