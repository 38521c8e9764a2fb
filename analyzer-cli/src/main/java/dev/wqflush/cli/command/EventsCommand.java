package dev.wqflush.cli.command;

import dev.wqflush.cli.events.EventCounts;
import dev.wqflush.cli.events.EventCsv;
import dev.wqflush.cli.events.EventFilter;
import dev.wqflush.cli.events.EventJsonLines;
import dev.wqflush.cli.events.EventText;
import dev.wqflush.cli.events.RowReceiver;
import dev.wqflush.cli.events.RowSink;
import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.event.EventSink;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists or counts what a capture holds, before any replay. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Lists the events of captures one a line, or counts them by name.")
public final class EventsCommand implements Callable<Integer> {
    private static final int BUFFER = 1 << 16;

    private final Terminal terminal;
    private final FailureReporter failures;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Captures; folders or archives of them, - for stdin.")
    @SuppressWarnings("NullAway.Init")
    private List<String> files;

    @Option(names = "--count", description = "Count by name instead of listing; all files together.")
    private boolean count;

    @Option(names = "--csv", description = "Write a CSV table.")
    private boolean csv;

    @Option(names = "--jsonl", description = "Write a JSON object a line.")
    private boolean jsonLines;

    @Mixin
    private final EventFilterOptions filterOptions = new EventFilterOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Read as this format, whatever the content.",
            completionCandidates = Candidates.Formats.class)
    private @Nullable String format;

    /** A command that talks to this terminal. */
    public EventsCommand(Terminal terminal, FailureReporter failures) {
        this.terminal = terminal;
        this.failures = failures;
    }

    @Override
    public Integer call() throws IOException {
        if (csv && jsonLines) {
            throw new BadUsage("--csv --jsonl: one form at a time; leave one out.");
        }
        EventFilter.Wanted wanted = filterOptions.wanted();
        CaptureReading reading = new CaptureReading(terminal, common.progress, format, CaptureReading.Extent.ALL);
        EventCounts counts = new EventCounts();
        OutputStream out = new BufferedOutputStream(terminal.out(), BUFFER);
        RowReceiver receiver = new EventFilter(wanted, count ? counts : writer(out));
        boolean readersCount = count && wanted.everything();
        ExitCode code = ExitCode.DONE;
        for (String name : new LinkedHashSet<>(files)) {
            try {
                for (Input input : new Inputs(terminal.in()).named(name)) {
                    EventSink sink = readersCount ? new EventSink() {} : new RowSink(input.name(), receiver);
                    ReadStatistics read = reading.scan(input, sink);
                    if (readersCount) {
                        counts.add(read.eventsByName());
                    }
                    for (String sentence : new ReadFindings(input.name(), read).damage()) {
                        code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
                    }
                }
            } catch (UnreadableInput e) {
                code = code.and(failures.report(e, common.verbose));
            }
        }
        receiver.end();
        if (count) {
            write(counts, out);
        }
        out.flush();
        return code.code();
    }

    private RowReceiver writer(OutputStream out) throws IOException {
        if (csv) {
            return new EventCsv(out);
        }
        return jsonLines
                ? new EventJsonLines(out)
                : new EventText(
                        new BufferedWriter(new OutputStreamWriter(out, terminal.charset()), BUFFER), files.size() > 1);
    }

    private void write(EventCounts counts, OutputStream out) throws IOException {
        if (csv) {
            counts.writeCsv(out);
        } else if (jsonLines) {
            counts.writeJsonLines(out);
        } else {
            counts.writeText(out, terminal.charset());
        }
    }
}
