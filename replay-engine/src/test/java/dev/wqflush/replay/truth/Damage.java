package dev.wqflush.replay.truth;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can become of a capture in ftrace's text: lines of it are missing, or clocks are not right. */
enum Damage {
    NONE("none"),
    FRONT("cut front"),
    BACK("cut back"),
    BOTH("cut both"),
    CPU("one CPU lost"),
    PERCENT("1 % lost"),
    PERMILLE("0.1 % lost"),
    BURST("burst"),
    MARKED_BURST("burst, marked"),
    AHEAD("50 us ahead"),
    BEHIND("50 us behind"),
    COARSE("stamps of 1 ms");

    private static final Pattern CPU_COLUMN = Pattern.compile(" \\[(\\d{3,})] ");
    private static final Pattern STAMP = Pattern.compile(" (\\d+)\\.(\\d{6}): ");
    private static final int BURST_EVENTS = 40;

    final String word;

    Damage(String word) {
        this.word = word;
    }

    /**
     * The damaged capture; what is lost depends on the seed alone.
     *
     * @param lines the capture's lines, comments first
     */
    List<String> apply(List<String> lines, long seed) {
        Random random = new Random(seed);
        int header = 0;
        while (header < lines.size() && lines.get(header).startsWith("#")) {
            header++;
        }
        List<String> events = lines.subList(header, lines.size());
        List<String> left = new ArrayList<>(lines.subList(0, header));
        left.addAll(
                switch (this) {
                    case NONE -> events;
                    case FRONT -> events.subList(random.nextInt(events.size()), events.size());
                    case BACK -> events.subList(0, random.nextInt(events.size()));
                    case BOTH -> {
                        int from = random.nextInt(events.size() / 2);
                        yield events.subList(from, from + random.nextInt(events.size() - from));
                    }
                    case CPU -> {
                        List<Integer> cpus = cpus(events);
                        int lost = cpus.get(random.nextInt(cpus.size()));
                        yield without(events, line -> cpu(line) == lost);
                    }
                    case PERCENT -> without(events, line -> random.nextInt(100) == 0);
                    case PERMILLE -> without(events, line -> random.nextInt(1000) == 0);
                    case BURST -> burst(events, random, false);
                    case MARKED_BURST -> burst(events, random, true);
                    case AHEAD -> skewed(events, random, 50);
                    case BEHIND -> skewed(events, random, -50);
                    case COARSE -> sorted(restamped(events, 0, events.size(), micros -> micros / 1000 * 1000));
                });
        return left;
    }

    private static List<String> without(List<String> events, Predicate<String> lost) {
        return events.stream().filter(lost.negate()).toList();
    }

    /** Events that follow each other on one CPU are lost, as when its buffer is full. */
    private static List<String> burst(List<String> events, Random random, boolean marked) {
        int from = random.nextInt(events.size());
        int cpu = cpu(events.get(from));
        int lost = 0;
        boolean toMark = marked;
        List<String> left = new ArrayList<>(events.subList(0, from));
        for (String line : events.subList(from, events.size())) {
            boolean here = cpu(line) == cpu;
            if (here && lost < BURST_EVENTS) {
                lost++;
                continue;
            }
            if (here && toMark) {
                left.add("CPU:" + cpu + " [LOST " + lost + " EVENTS]");
                toMark = false;
            }
            left.add(line);
        }
        return left;
    }

    /** One CPU's clock is off, and the tool that merged the CPUs went by it. */
    private static List<String> skewed(List<String> events, Random random, int micros) {
        List<Integer> cpus = cpus(events);
        return skewed(events, cpus.get(random.nextInt(cpus.size())), micros);
    }

    static List<String> skewed(List<String> events, int skewed, int micros) {
        return sorted(events.stream()
                .map(line -> cpu(line) == skewed ? restamp(line, stamp -> stamp + micros) : line)
                .toList());
    }

    /** By stamp, and by CPU where stamps are equal, as the kernel does. */
    private static List<String> sorted(List<String> events) {
        List<String> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Damage::stamp).thenComparingInt(Damage::cpu));
        return sorted;
    }

    static List<String> restamped(List<String> events, int from, int to, LongUnaryOperator clock) {
        List<String> result = new ArrayList<>(events);
        result.subList(from, to).replaceAll(line -> restamp(line, clock));
        return result;
    }

    private static String restamp(String line, LongUnaryOperator clock) {
        Matcher matcher = STAMP.matcher(line);
        if (!matcher.find()) {
            return line;
        }
        long micros = clock.applyAsLong(stamp(line));
        return line.substring(0, matcher.start(1))
                + String.format(Locale.ROOT, "%d.%06d", micros / 1_000_000, micros % 1_000_000)
                + line.substring(matcher.end(2));
    }

    /** The time stamp in microseconds; the longest possible for a line without. */
    private static long stamp(String line) {
        Matcher matcher = STAMP.matcher(line);
        return matcher.find()
                ? Long.parseLong(matcher.group(1)) * 1_000_000 + Long.parseLong(matcher.group(2))
                : Long.MAX_VALUE;
    }

    static List<Integer> cpus(List<String> events) {
        TreeSet<Integer> cpus = new TreeSet<>();
        events.forEach(line -> cpus.add(cpu(line)));
        cpus.remove(-1);
        return List.copyOf(cpus);
    }

    /** The CPU of an event's line, -1 for any other line. */
    static int cpu(String line) {
        Matcher matcher = CPU_COLUMN.matcher(line);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
