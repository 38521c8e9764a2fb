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
import dev.wqflush.cli.redact.Naming;
import dev.wqflush.cli.redact.Redaction;
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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    @Option(
            names = OutputOptions.REDACT,
            description = {
                "Tell names of users as task-1, dev-1, wq-1.",
                "These are names of tasks, files, devices and workqueues that are not the kernel's own. Without"
                        + " --count, --csv or --jsonl what is written is a capture again, as ftrace text, of which"
                        + " analyze tells the same."
            })
    private boolean redact;

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
        if (redact && !count && !csv && !jsonLines) {
            return redacted(wanted, reading).code();
        }
        Naming naming = redact ? new Redaction() : Naming.AS_RECORDED;
        EventCounts counts = new EventCounts();
        OutputStream out = new BufferedOutputStream(terminal.out(), BUFFER);
        RowReceiver receiver = new EventFilter(wanted, count ? counts : writer(out));
        boolean readersCount = count && wanted.everything();
        ExitCode code = ExitCode.DONE;
        for (String name : new LinkedHashSet<>(files)) {
            try {
                for (Input input : new Inputs(terminal.in()).named(name)) {
                    EventSink rows = new RowSink(naming.file(input.name()), receiver);
                    EventSink sink =
                            readersCount ? new EventSink() {} : redact ? new JoinedCaptures(rows, naming) : rows;
                    ReadStatistics read = reading.scan(input, sink);
                    if (readersCount) {
                        read.eventsByName().forEach((event, n) -> counts.add(Map.of(naming.event(event), n)));
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

    /** Files of one boot are one capture again; of several nobody could tell where one ends. */
    private ExitCode redacted(EventFilter.Wanted wanted, CaptureReading reading) throws IOException {
        if (!wanted.everything()) {
            throw new BadUsage(OutputOptions.REDACT + ": a capture without some of its events would be read as one that"
                    + " lost them; leave the filters out, or add --csv or --jsonl.");
        }
        ExitCode code = ExitCode.DONE;
        List<Input> inputs = new ArrayList<>();
        for (String name : new LinkedHashSet<>(files)) {
            try {
                inputs.addAll(new Inputs(terminal.in()).named(name));
            } catch (UnreadableInput e) {
                code = code.and(failures.report(e, common.verbose));
            }
        }
        List<Capture> captures = inputs.stream().map(Capture::of).toList();
        if (captures.size() > 1) {
            Boots boots = new Boots(inputs, reading, failures, common.verbose);
            code = code.and(boots.code());
            captures = boots.captures();
        }
        if (captures.size() > 1) {
            throw new BadUsage(OutputOptions.REDACT + ": the files are " + captures.size()
                    + " captures (of different boots, or overlapping in time); write them one by one.");
        }
        for (Capture capture : captures) {
            code = code.and(redacted(capture, reading));
        }
        return code;
    }

    private ExitCode redacted(Capture capture, CaptureReading reading) throws IOException {
        ExitCode code = ExitCode.DONE;
        OutputStream out = new BufferedOutputStream(terminal.out(), BUFFER);
        RedactedCapture written = new RedactedCapture(out, new Redaction());
        for (Input input : capture.files()) {
            try {
                ReadStatistics read = written.add(input, reading);
                for (String sentence : new ReadFindings(input.name(), read).damage()) {
                    code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
                }
            } catch (UnreadableInput e) {
                code = code.and(failures.report(e, common.verbose));
            }
        }
        out.flush();
        List<String> leftOut = written.leftOut();
        String machine = TopologyOptions.describedIn(files);
        if (machine != null) {
            leftOut.add("the machine in " + machine + ", which analyze takes with --topology");
        }
        if (!leftOut.isEmpty() && !common.quiet) {
            failures.say(OutputOptions.REDACT + ": not in what is written: " + String.join("; ", leftOut) + ".");
        }
        return code;
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
