package dev.wqflush.parsers.tracedat;

import java.nio.ByteOrder;

/** A sub-buffer of the ring buffer, put together record by record. */
final class Page {
    private final ByteOrder order;
    private final int longSize;
    private final long time;
    private final Bytes data;
    private long flags;
    private long lost = -1;

    Page(ByteOrder order, int longSize, long time) {
        this.order = order;
        this.longSize = longSize;
        this.time = time;
        this.data = new Bytes(order);
    }

    /** A record of whole words, their number in the header: type 1 to 28. */
    Page record(int delta, byte[] payload) {
        word(payload.length / 4, delta);
        data.raw(payload);
        return this;
    }

    /** A record with its length in a word of its own: type 0. */
    Page longRecord(int delta, byte[] payload) {
        word(0, delta);
        data.u32(payload.length + 4).raw(payload).raw(new byte[-payload.length & 3]);
        return this;
    }

    /** A record that was taken back: type 29. */
    Page discarded(int delta, int length) {
        word(29, delta);
        data.u32(length).raw(new byte[length - 4]);
        return this;
    }

    /** What is left of the sub-buffer is not used: type 29 without time. */
    Page unused() {
        word(29, 0);
        return this;
    }

    /** More time than 27 bits hold: type 30. */
    Page extend(long delta) {
        word(30, (int) (delta & 0x7ffffff));
        data.u32(delta >>> 27);
        return this;
    }

    /** An absolute time of 59 bits: type 31. */
    Page stamp(long time) {
        word(31, (int) (time & 0x7ffffff));
        data.u32(time >>> 27);
        return this;
    }

    /** A word that is anything. */
    Page garbage(long word) {
        data.u32(word);
        return this;
    }

    /** Events were lost before this sub-buffer: a number, or -1 if it was not stored. */
    Page lost(long count) {
        lost = count;
        flags = count < 0 ? 1L << 31 : 3L << 30;
        return this;
    }

    /** A size of the records that they do not have. */
    Page claiming(long size) {
        flags = size - data.size();
        return this;
    }

    byte[] bytes(int subBuffer) {
        Bytes page = new Bytes(order);
        page.u64(time).number(longSize, data.size() + flags).raw(data.bytes());
        if (lost >= 0) {
            page.number(longSize, lost);
        }
        return page.raw(new byte[subBuffer - page.size()]).bytes();
    }

    private void word(int type, int delta) {
        data.u32(order == ByteOrder.BIG_ENDIAN ? type << 27 | delta : delta << 5 | type);
    }
}
