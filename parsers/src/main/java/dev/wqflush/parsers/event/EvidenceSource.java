package dev.wqflush.parsers.event;

/** What recorded an event. */
public enum EvidenceSource {
    /** A kernel tracepoint. */
    TRACEPOINT,
    /** A kprobe, kretprobe, fprobe or eprobe. */
    PROBE,
    /** The function_graph tracer. */
    GRAPH,
    /** The function tracer. */
    FUNCTION
}
