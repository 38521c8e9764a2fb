package dev.wqflush.cli.report.page;

/** Names of the models for people. */
final class ModelName {
    private ModelName() {}

    /** The name inside a sentence: {@code v2}, {@code the active list}. */
    static String inSentence(String model) {
        return model.equals(Capture.ACTIVE_LIST) ? "the active list" : brief(model);
    }

    /** The shortest name. */
    static String brief(String model) {
        return model.startsWith("legacy-") ? model.substring("legacy-".length()) : model.replace('-', ' ');
    }

    /** The mainline kernels that run it. */
    static String kernels(String model) {
        return switch (model) {
            case "legacy-v0" -> "up to 6.5";
            case "legacy-v1" -> "6.6 to 6.12";
            case "legacy-v2" -> "6.13 and later";
            case Capture.ACTIVE_LIST -> "reconstructed, not in 7.3";
            default -> "";
        };
    }
}
