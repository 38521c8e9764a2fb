package dev.wqflush.parsers.perfdata;

import java.util.List;

/** Numbers and names of the records of a perf.data file; those of the kernel count from 1, those of perf from 64. */
final class RecordTypes {
    static final int LOST = 2;
    static final int COMM = 3;
    static final int FORK = 7;
    static final int SAMPLE = 9;
    static final int LOST_SAMPLES = 13;
    static final int HEADER_ATTR = 64;
    static final int HEADER_EVENT_TYPE = 65;
    static final int HEADER_TRACING_DATA = 66;
    static final int FINISHED_ROUND = 68;
    static final int AUXTRACE = 71;
    static final int EVENT_UPDATE = 78;
    static final int HEADER_FEATURE = 80;
    static final int COMPRESSED = 81;
    static final int COMPRESSED2 = 83;

    private static final List<String> KERNEL = List.of(
            "MMAP",
            "LOST",
            "COMM",
            "EXIT",
            "THROTTLE",
            "UNTHROTTLE",
            "FORK",
            "READ",
            "SAMPLE",
            "MMAP2",
            "AUX",
            "ITRACE_START",
            "LOST_SAMPLES",
            "SWITCH",
            "SWITCH_CPU_WIDE",
            "NAMESPACES",
            "KSYMBOL",
            "BPF_EVENT",
            "CGROUP",
            "TEXT_POKE",
            "AUX_OUTPUT_HW_ID",
            "CALLCHAIN_DEFERRED");
    private static final List<String> TOOL = List.of(
            "HEADER_ATTR",
            "HEADER_EVENT_TYPE",
            "HEADER_TRACING_DATA",
            "HEADER_BUILD_ID",
            "FINISHED_ROUND",
            "ID_INDEX",
            "AUXTRACE_INFO",
            "AUXTRACE",
            "AUXTRACE_ERROR",
            "THREAD_MAP",
            "CPU_MAP",
            "STAT_CONFIG",
            "STAT",
            "STAT_ROUND",
            "EVENT_UPDATE",
            "TIME_CONV",
            "HEADER_FEATURE",
            "COMPRESSED",
            "FINISHED_INIT",
            "COMPRESSED2",
            "BPF_METADATA",
            "SCHEDSTAT_CPU",
            "SCHEDSTAT_DOMAIN");

    private RecordTypes() {}

    /** Whether the kernel or perf write such a record. */
    static boolean isKnown(int type) {
        return isKernels(type) || (type >= HEADER_ATTR && type < HEADER_ATTR + TOOL.size());
    }

    /** Whether the kernel writes it; those have sizes that are multiples of 8. */
    static boolean isKernels(int type) {
        return type >= 1 && type <= KERNEL.size();
    }

    /** The name of a type, with its number if it is not known. */
    static String name(int type) {
        return isKernels(type)
                ? KERNEL.get(type - 1)
                : isKnown(type) ? TOOL.get(type - HEADER_ATTR) : "of unknown type " + Integer.toUnsignedString(type);
    }
}
