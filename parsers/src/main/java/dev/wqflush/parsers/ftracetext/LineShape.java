package dev.wqflush.parsers.ftracetext;

/** What stands before the event on a line; the output options of ftrace decide. */
enum LineShape {
    /** Task, CPU, flags, time. */
    NORMAL,
    /** The same packed, with microseconds since the buffer's first event; option latency-format. */
    LATENCY,
    /** The same in numbers; options latency-format and verbose. */
    VERBOSE,
    /** Columns of function_graph. */
    GRAPH,
    /** Nothing; option context-info off. */
    BARE
}
