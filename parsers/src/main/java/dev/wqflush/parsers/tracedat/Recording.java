package dev.wqflush.parsers.tracedat;

import java.util.ArrayList;
import java.util.List;

/** What a file tells of its capture before and beside the records; filled while it is read. */
final class Recording {
    boolean bigEndian;
    int pageSize = 4096;
    /** Bytes of the traced kernel's {@code long}. */
    int longSize = 8;
    /** Where the records begin in a sub-buffer. */
    int dataOffset = 16;

    String compression = "none";
    final FormatTexts formats = new FormatTexts();
    byte[] kallsyms = new byte[0];
    byte[] cmdlines = new byte[0];
    int cpus;
    String release = "";
    Clock clock = Clock.UNNAMED;
    final List<CpuRegion> regions = new ArrayList<>();
    /** Where a latency trace stands as text, -1 if there is none. */
    long latencyText = -1;
}
