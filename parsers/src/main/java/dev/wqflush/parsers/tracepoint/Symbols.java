package dev.wqflush.parsers.tracepoint;

/** Finds functions by the addresses in records; as a capture tells, never as the analyst's own kernel has them. */
@FunctionalInterface
public interface Symbols {
    /** The function that holds an address. */
    KernelFunction at(long address);
}
