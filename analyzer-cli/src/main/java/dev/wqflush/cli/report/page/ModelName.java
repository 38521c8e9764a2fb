package dev.wqflush.cli.report.page;

/** Names of the models for people. */
final class ModelName {
    private ModelName() {}

    /** The shortest name: {@code v2}, {@code active list}. */
    static String brief(String model) {
        return model.startsWith("legacy-") ? model.substring("legacy-".length()) : model.replace('-', ' ');
    }
}
