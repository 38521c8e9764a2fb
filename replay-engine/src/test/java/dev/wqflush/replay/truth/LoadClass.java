package dev.wqflush.replay.truth;

import java.util.Locale;

/** The classes of loads by which kernel-model-measured reports, in its order. */
enum LoadClass {
    IDLE,
    TRAILING,
    DENSE,
    DRAIN,
    CANCEL,
    CONCURRENT,
    OVERFLOW,
    BARRIERS,
    MAX_ACTIVE,
    ORDERED,
    REQUEUE,
    MIX,
    XFS,
    BH,
    ATTRIBUTES,
    OTHER;

    static LoadClass of(String scenario) {
        return switch (scenario) {
            case "idle" -> IDLE;
            case "single", "trail" -> TRAILING;
            case "dense" -> DENSE;
            case "drain" -> DRAIN;
            case "cancel" -> CANCEL;
            case "mt_percpu", "mt_unbound", "casc" -> CONCURRENT;
            case "over" -> OVERFLOW;
            case "barrier" -> BARRIERS;
            case "maxact" -> MAX_ACTIVE;
            case "ordered" -> ORDERED;
            case "requeue" -> REQUEUE;
            case "mix" -> MIX;
            case "xfs", "xfs_mono" -> XFS;
            case "bh" -> BH;
            case "attr_unb" -> ATTRIBUTES;
            default -> OTHER;
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
