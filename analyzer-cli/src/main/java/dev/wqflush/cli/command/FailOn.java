package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The condition of {@code --fail-on}: terms joined by commas, of which one must hold. A term is a class
 * ({@code walk-bound}), a flag ({@code late-wakeup}), or a measure with a bound: {@code p99>10ms}, {@code walk>=30%},
 * {@code saved>1us}, {@code flushes>1000}, {@code grade>=C} (worse grades are larger).
 */
record FailOn(String text, List<Predicate<Assessment>> terms) {
    private static final Pattern MEASURE =
            Pattern.compile("([a-z0-9]+)\\s*(>=|>|<=|<)\\s*([0-9.]+|[A-Da-d])\\s*(\\S*)");

    private static final List<String> FLAGS = List.of(
            "hidden-walk",
            "overflow",
            "cascade",
            "deep-queue",
            "possible-much-larger-than-online",
            "already-coalesced",
            "lost-events",
            "clock-disorder",
            "topology-assumed",
            "emulated-guest",
            "in-flight-at-start",
            "unknown-workqueue",
            "same-name-workqueues",
            "reclaim-dependency",
            "rescuer-used",
            "max-active-limited",
            "long-item",
            "late-wakeup",
            "cache-flush-inside");

    /** Values by unit: nanoseconds, shares of 1, or plain counts. */
    private static final Map<String, Double> UNITS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "%", 0.01, "", 1.0);

    private static final List<String> SHARES = List.of("%");
    private static final List<String> TIMES = List.of("ns", "us", "ms", "s");
    private static final List<String> COUNTS = List.of("");
    private static final String GRADE = "grade";

    /** What can be measured, with the units that make sense. */
    private record Measure(String word, List<String> units, ToDoubleFunction<Assessment> value) {
        static final List<Measure> ALL = List.of(
                new Measure("walk", SHARES, a -> share(a, FlushSplit::walkNanos)),
                new Measure("mutex", SHARES, a -> share(a, FlushSplit::mutexNanos)),
                new Measure("items", SHARES, a -> share(a, FlushSplit::itemsNanos)),
                new Measure("wakeup", SHARES, a -> share(a, FlushSplit::wakeupNanos)),
                new Measure("other", SHARES, a -> share(a, FlushSplit::otherNanos)),
                new Measure("p50", TIMES, a -> a.all().flushNanos().p50()),
                new Measure("p99", TIMES, a -> a.all().flushNanos().p99()),
                new Measure("max", TIMES, a -> a.all().flushNanos().max()),
                new Measure(
                        "saved",
                        TIMES,
                        a -> a.all().savedTime().baseNanos()
                                / Math.max(1.0, (double) a.all().flushes())),
                new Measure("flushes", COUNTS, a -> a.all().flushes()),
                new Measure(GRADE, COUNTS, a -> gradeNumber(a.verdict().grade().name())));

        boolean isGrade() {
            return word.equals(GRADE);
        }

        private static double share(Assessment assessment, ToDoubleFunction<FlushSplit> part) {
            WorkqueueSummary all = assessment.all();
            long total = all.split().totalNanos();
            return total <= 0 ? 0 : part.applyAsDouble(all.split()) / total;
        }

        /** What it is compared with, for a message. */
        String example() {
            if (isGrade()) {
                return "a grade, such as grade>=C.";
            }
            return units.equals(COUNTS)
                    ? "a count, such as " + word + ">1000."
                    : "a number with " + String.join(", ", units) + ", such as " + word + ">10"
                            + units.get(units.size() / 2) + ".";
        }
    }

    /**
     * Reads a condition.
     *
     * @throws BadUsage if it is none, with what is meant perhaps
     */
    static FailOn parse(String text) {
        List<Predicate<Assessment>> terms = new ArrayList<>();
        for (String term : text.split(",", -1)) {
            terms.add(term(text, term.strip()));
        }
        return new FailOn(text, List.copyOf(terms));
    }

    /** Whether one of the terms holds. */
    boolean matches(Assessment assessment) {
        return terms.stream().anyMatch(term -> term.test(assessment));
    }

    private static Predicate<Assessment> term(String text, String term) {
        for (VerdictClass verdictClass : VerdictClass.values()) {
            if (verdictClass.word().equals(term)) {
                return assessment -> assessment.verdict().verdictClass() == verdictClass;
            }
        }
        if (FLAGS.contains(term)) {
            return assessment ->
                    assessment.flags().stream().anyMatch(flag -> flag.id().equals(term));
        }
        Matcher bound = MEASURE.matcher(term);
        Measure measure = bound.matches() ? measure(String.valueOf(bound.group(1))) : null;
        if (measure == null) {
            throw unknown(text, bound.matches() ? String.valueOf(bound.group(1)) : term);
        }
        double limit = limit(text, measure, String.valueOf(bound.group(3)), String.valueOf(bound.group(4)));
        String operator = String.valueOf(bound.group(2));
        return assessment -> holds(measure.value().applyAsDouble(assessment), operator, limit);
    }

    private static double limit(String text, Measure measure, String number, String unit) {
        boolean letter = Character.isLetter(number.charAt(0));
        if (letter != measure.isGrade() || !measure.units().contains(unit)) {
            throw new BadUsage("--fail-on " + text + ": " + measure.word() + " is compared with " + measure.example());
        }
        if (letter) {
            return gradeNumber(number.toUpperCase(Locale.ROOT));
        }
        try {
            return Double.parseDouble(number) * UNITS.getOrDefault(unit, 1.0);
        } catch (NumberFormatException e) {
            throw new BadUsage("--fail-on " + text + ": " + number + " is no number.", e);
        }
    }

    private static boolean holds(double value, String operator, double limit) {
        return switch (operator) {
            case ">" -> value > limit;
            case ">=" -> value >= limit;
            case "<" -> value < limit;
            default -> value <= limit;
        };
    }

    private static double gradeNumber(String grade) {
        return grade.charAt(0) - 'A';
    }

    private static @Nullable Measure measure(String word) {
        return Measure.ALL.stream()
                .filter(measure -> measure.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    private static BadUsage unknown(String text, String term) {
        List<String> known = Stream.of(
                        Arrays.stream(VerdictClass.values()).map(VerdictClass::word),
                        FLAGS.stream(),
                        Measure.ALL.stream().map(Measure::word))
                .flatMap(words -> words)
                .toList();
        return new BadUsage(
                "--fail-on " + text + ": " + term + " is no class, flag or measure with a bound; "
                        + NearMiss.of(term, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse(
                                        "give terms such as walk-bound, late-wakeup, p99>10ms or walk>=30%, with commas for or."));
    }
}
