package dev.wqflush.cli.usage;

import java.util.Arrays;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** The help at the prompt: of each option and parameter the first line of its description; the manual has the rest. */
public final class BriefHelp extends Help {
    /** Help of this command. */
    public BriefHelp(CommandSpec command, ColorScheme colours) {
        super(command, colours);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer full = super.createDefaultOptionRenderer();
        return (option, labels, colours) -> first(full.render(option, labels, colours));
    }

    @Override
    public IParameterRenderer createDefaultParameterRenderer() {
        IParameterRenderer full = super.createDefaultParameterRenderer();
        return (parameter, labels, colours) -> first(full.render(parameter, labels, colours));
    }

    private static Text[][] first(Text[][] lines) {
        return Arrays.copyOf(lines, 1);
    }
}
