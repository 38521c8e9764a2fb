package dev.wqflush.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The program's version, from the manifest of its jar, and the commit that it was built from. */
public final class Version implements IVersionProvider {
    /** The version; of classes that lie in no jar it is not known. */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** The program's name, version and commit; no commit if it was not built from a clone. */
    public static String line() throws IOException {
        Properties built = new Properties();
        try (InputStream in = Objects.requireNonNull(Version.class.getResourceAsStream("commit.properties"))) {
            built.load(in);
        }
        String commit = built.getProperty("commit", "");
        boolean changed = Boolean.parseBoolean(built.getProperty("changed"));
        return "wqflush " + text()
                + (commit.isEmpty() ? "" : " (commit " + commit + (changed ? ", changed since)" : ")"));
    }

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {line()};
    }
}
