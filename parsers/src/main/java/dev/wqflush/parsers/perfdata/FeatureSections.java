package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.SeekableBytes;
import dev.wqflush.parsers.perfdata.FileHeader.Section;

/** The features of a file in file mode: behind the data stands where each begins, in the order of their numbers. */
final class FeatureSections {
    private static final int MOST_BYTES = 16 << 20;

    private final ByteWindow window;
    private final FileHeader header;
    private final TracingData tracing;
    private final Features features;

    FeatureSections(ByteWindow window, FileHeader header, TracingData tracing, Features features) {
        this.window = window;
        this.header = header;
        this.tracing = tracing;
        this.features = features;
    }

    /** Reads what is there; a recording that was cut off has none. */
    void read() {
        if (header.data().size() == 0) {
            return;
        }
        SeekableBytes file = window.seekable();
        long size = file.size();
        long place = header.data().end();
        byte[] entry = new byte[Section.BYTES];
        for (int feature = header.features().nextSetBit(0);
                feature >= 0 && place <= size - Section.BYTES;
                feature = header.features().nextSetBit(feature + 1)) {
            file.read(place, entry, 0, entry.length);
            Section section = Section.read(header.words(), entry, 0);
            if (section.offset() < 0 || section.end() > size) {
                damaged(place, "feature " + feature + " is announced, but lies outside the file; left out.");
            } else if (!read(file, feature, section)) {
                damaged(
                        section.offset(),
                        "feature " + feature + " has a content that does not fit its size; left out.");
            }
            place += Section.BYTES;
        }
    }

    private boolean read(SeekableBytes file, int feature, Section section) {
        boolean tracingData = feature == Features.TRACING_DATA;
        if (!tracingData && !Features.isWanted(feature)) {
            return true;
        }
        if (section.size() > (tracingData ? TracingData.MOST_BYTES : MOST_BYTES)) {
            return false;
        }
        byte[] b = new byte[(int) section.size()];
        int read = file.read(section.offset(), b, 0, b.length);
        return tracingData ? tracing.read(b, 0, read) : features.read(feature, b, 0, read);
    }

    private void damaged(long place, String sentence) {
        ProblemLog problems = window.problems();
        problems.report(ReadProblem.Kind.DAMAGED_PART, place, () -> sentence);
    }
}
