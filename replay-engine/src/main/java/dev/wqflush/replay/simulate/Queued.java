package dev.wqflush.replay.simulate;

/**
 * An item that a thread queues before it flushes.
 *
 * @param forCpu the CPU whose pwq takes it
 * @param onCpu whether its worker runs on the CPU of the thread, so that nobody is woken elsewhere
 * @param afterSleep whether that worker gets the CPU when the thread sleeps in its flush, and not before
 * @param startNanos from its queueing to its start; without meaning where it starts after a sleep
 * @param runNanos from its start to its end
 * @param pauseNanos from its queueing to what the thread does next
 */
public record Queued(int forCpu, boolean onCpu, boolean afterSleep, long startNanos, long runNanos, long pauseNanos) {}
