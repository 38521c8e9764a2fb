package dev.wqflush.cli.events;

import java.util.Locale;

/** What typed events tell besides where and when, in the order of the columns. */
enum EventField {
    /** Address of a work item. */
    WORK(Type.ADDRESS),
    /** Function of a work item. */
    FUNCTION(Type.NAME),
    /** Name of the workqueue: told by the event, or known from earlier events of the same item, address or task. */
    WQ(Type.NAME),
    WQ_PTR(Type.ADDRESS),
    REQ_CPU(Type.NUMBER),
    POOL_CPU(Type.NUMBER),
    LOCK(Type.ADDRESS),
    /** Bits as include/trace/events/lock.h has them. */
    LOCK_FLAGS(Type.NUMBER),
    RESULT(Type.NUMBER),
    PREV_COMM(Type.NAME),
    PREV_TID(Type.NUMBER),
    PREV_STATE(Type.WORD),
    NEXT_COMM(Type.NAME),
    NEXT_TID(Type.NUMBER),
    TARGET_COMM(Type.NAME),
    TARGET_TID(Type.NUMBER),
    TARGET_CPU(Type.NUMBER),
    FROM_CPU(Type.NUMBER),
    TO_CPU(Type.NUMBER),
    FLUSH_COLOR(Type.NUMBER),
    WORK_COLOR(Type.NUMBER),
    ARMED(Type.NUMBER),
    /** Offset of the return address in the caller. */
    CALL_SITE(Type.NUMBER),
    DURATION_NS(Type.NUMBER),
    LOST(Type.NUMBER);

    /** How a value is kept and written. */
    enum Type {
        NUMBER,
        /** Written in hexadecimal. */
        ADDRESS,
        /** An id of the capture's names. */
        NAME,
        /** A word of this program. */
        WORD
    }

    private final Type type;
    private final String key = name().toLowerCase(Locale.ROOT);

    EventField(Type type) {
        this.type = type;
    }

    Type type() {
        return type;
    }

    String key() {
        return key;
    }
}
