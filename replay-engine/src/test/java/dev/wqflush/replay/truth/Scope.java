package dev.wqflush.replay.truth;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a figure is taken over: some captures, as a whole or in parts of which the worst counts. */
@SuppressWarnings("ImmutableEnumChecker") // its functions hold no state
enum Scope {
    ALL(capture -> capture.isCounted(), capture -> "all"),
    ALL_BUT_BH(capture -> capture.isCounted() && capture.load() != LoadClass.BH, capture -> "all but bh"),
    ALL_BUT_ATTRIBUTES(
            capture -> capture.isCounted() && capture.load() != LoadClass.ATTRIBUTES, capture -> "all but attributes"),
    BH(capture -> capture.isCounted() && capture.load() == LoadClass.BH, capture -> "bh"),
    EACH_CLASS_BUT_BH_AND_ATTRIBUTES(
            capture -> capture.isCounted() && capture.load() != LoadClass.BH && capture.load() != LoadClass.ATTRIBUTES,
            capture -> capture.load().word()),
    /** Those of 100 walks and more: fewer make no sum. */
    EACH_CAPTURE_BUT_BH(capture -> capture.isCounted() && capture.load() != LoadClass.BH, Capture::name) {
        @Override
        Map<String, Score> parts(List<Measurement> measurements, int level) {
            return super.parts(measurements, level).entrySet().stream()
                    .filter(part -> part.getValue().walks >= 100)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        }
    },
    EACH_STOCK_MACHINE(capture -> !capture.isCounted(), Capture::machine);

    private final Predicate<Capture> choice;
    private final Function<Capture, String> part;

    Scope(Predicate<Capture> choice, Function<Capture, String> part) {
        this.choice = choice;
        this.part = part;
    }

    static Scope named(String words) {
        return valueOf(words.toUpperCase(Locale.ROOT).replace(' ', '_'));
    }

    Map<String, Score> parts(List<Measurement> measurements, int level) {
        return Measurement.sums(
                measurements.stream().filter(each -> each.level() == level && choice.test(each.capture())),
                each -> part.apply(each.capture()));
    }
}
