package dev.wqflush.cli.redact;

import dev.wqflush.parsers.evidence.PartialEvidence;

/**
 * How the names of a capture are told. Equal names are told equally, different ones differently, except that a name cut
 * by the kernel may be told as the beginning that several share.
 */
public interface Naming {
    /** Every name as it is. */
    Naming AS_RECORDED = new Naming() {};

    /** A task's name. */
    default String task(String name) {
        return name;
    }

    /** A workqueue's name, which the kernel may have cut. */
    default String workqueue(String name) {
        return name;
    }

    /** A function of the kernel or of a module. */
    default String function(String name) {
        return name;
    }

    /** What the capture calls an event. */
    default String event(String name) {
        return name;
    }

    /** A file, a member of an archive, a folder. */
    default String file(String name) {
        return name;
    }

    /** A sentence about what a reader met, which may quote the input in parentheses. */
    default String sentence(String sentence) {
        return sentence;
    }

    /** What logs and tables tell. */
    default PartialEvidence evidence(PartialEvidence evidence) {
        return evidence;
    }

    /** The name of a workqueue as recorded, by which the user may have asked for it. */
    default String recordedWorkqueue(String told) {
        return told;
    }

    /** Whether text that was not understood may be quoted. */
    default boolean quotes() {
        return true;
    }
}
