package dev.wqflush.replay.partial;

import java.util.Set;

/** Functions below the item in a worker's stack. */
final class WorkerFrames {
    private static final Set<String> NAMES = Set.of(
            "process_one_work",
            "process_scheduled_works",
            "worker_thread",
            "rescuer_thread",
            "kthread",
            "ret_from_fork",
            "ret_from_fork_asm",
            "ret_from_kernel_thread");

    private WorkerFrames() {}

    static boolean contains(String function) {
        return NAMES.contains(function);
    }
}
