package dev.wqflush.parsers.evidence;

/**
 * A row of {@code wq_monitor.py}: counters of a workqueue since it was made.
 *
 * @param workqueue the last 24 characters of its name
 * @param total items completed
 * @param inFlight items in flight at that moment
 * @param cpuIntensive how often an item hogged a CPU, -1 if not told
 * @param mayday how often it called for its rescuer, -1 if it has none
 * @param rescued items that the rescuer ran, -1 if it has none
 */
public record MonitorRow(
        String workqueue, long total, long inFlight, long cpuIntensive, long mayday, long rescued, long line) {}
