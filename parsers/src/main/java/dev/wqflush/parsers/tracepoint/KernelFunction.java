package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.payload.FlushFunction;

/**
 * What is known of an address in the kernel's code.
 *
 * @param name of the function, without module; of an unknown one its address in hexadecimal
 * @param start where the function begins; 0 if the address is in no known function
 * @param flush what the function means to a flush
 * @param unlocks whether it releases a spin lock
 */
public record KernelFunction(int name, long start, FlushFunction flush, boolean unlocks) {
    /** Whether the address is in a known function. */
    public boolean isKnown() {
        return start != 0;
    }

    /** How far an address of this function is behind its beginning; -1 if the function is unknown. */
    public long offsetOf(long address) {
        return isKnown() ? address - start : -1;
    }
}
