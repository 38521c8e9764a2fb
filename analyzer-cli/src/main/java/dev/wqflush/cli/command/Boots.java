package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tells which files are one capture: those of one kernel and clock that follow each other in time. A file that overlaps
 * another, or that contradicts it, is a capture of its own.
 */
final class Boots {
    private final List<Capture> captures = new ArrayList<>();
    private ExitCode code = ExitCode.DONE;

    private record Scanned(Input input, BootScan scan) {}

    /** Looks at all files once; those that cannot be read are reported and left out. */
    Boots(List<Input> inputs, CaptureReading reading, FailureReporter failures, boolean verbose) {
        List<Scanned> scanned = new ArrayList<>();
        for (Input input : inputs) {
            if (!input.isRepeatable()) {
                captures.add(Capture.of(input));
                continue;
            }
            try {
                BootScan scan = new BootScan();
                reading.scan(input, scan);
                scanned.add(new Scanned(input, scan));
            } catch (UnreadableInput e) {
                code = code.and(failures.report(e, verbose));
            }
        }
        join(scanned);
    }

    /** The captures, in order of time. */
    List<Capture> captures() {
        return captures;
    }

    /** The worst that was met. */
    ExitCode code() {
        return code;
    }

    private void join(List<Scanned> scanned) {
        List<Scanned> byTime = new ArrayList<>(scanned);
        byTime.sort(Comparator.comparingLong(one -> one.scan().firstNanos()));
        List<List<Scanned>> joined = new ArrayList<>();
        for (Scanned next : byTime) {
            joined.stream()
                    .filter(capture ->
                            capture.stream().allMatch(earlier -> earlier.scan().goesBefore(next.scan())))
                    .findFirst()
                    .orElseGet(() -> {
                        List<Scanned> capture = new ArrayList<>();
                        joined.add(capture);
                        return capture;
                    })
                    .add(next);
        }
        joined.forEach(capture -> captures.add(capture(capture)));
    }

    private static Capture capture(List<Scanned> files) {
        List<Pause> pauses = new ArrayList<>();
        for (int i = 1; i < files.size(); i++) {
            pauses.add(files.get(i - 1).scan().until(files.get(i).scan()));
        }
        return new Capture(files.stream().map(Scanned::input).toList(), pauses);
    }
}
