package dev.wqflush.cli.command;

import dev.wqflush.cli.events.FtraceText;
import dev.wqflush.cli.redact.Redaction;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.replay.verdict.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Writes captures anew as ftrace text with tokens for names; what is not understood is left out. */
final class RedactedCapture {
    private final OutputStream out;
    private final FtraceText text = new FtraceText(this::write);
    private final JoinedCaptures events;
    private final Set<String> findings = new TreeSet<>();
    private long linesLeftOut;

    RedactedCapture(OutputStream out, Redaction redaction) {
        this.out = out;
        events = new JoinedCaptures(text, redaction);
    }

    /** Adds a file of the capture. */
    ReadStatistics add(Input input, CaptureReading reading) {
        ReadStatistics read = reading.scan(input, events);
        text.end();
        linesLeftOut += read.linesSkipped();
        new ReadFindings(input.name(), read).problems().forEach(finding -> findings.add(finding.id()));
        return read;
    }

    private void write(String line, long firstEvent, long lastEvent) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What an analysis of the files tells and one of what was written does not; empty if they tell the same. */
    List<String> leftOut() {
        List<String> leftOut = new ArrayList<>();
        if (linesLeftOut > 0) {
            leftOut.add(Words.PLAIN.things(linesLeftOut, "line that is no event", "lines that are no events"));
        }
        if (!findings.isEmpty()) {
            leftOut.add("what reading met (" + String.join(", ", findings) + ")");
        }
        return leftOut;
    }
}
