package dev.wqflush.cli.command;

import picocli.CommandLine.IVersionProvider;

/** The program's version, from the manifest of its jar. */
public final class Version implements IVersionProvider {
    /** The version; of classes that lie in no jar it is not known. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** The program's name and version. */
    public static String line() {
        return "wqflush " + text();
    }

    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }
}
