package dev.wqflush.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.wqflush.parsers.diag.WqflushException;

/** Which way the parts lean on each other. */
@AnalyzeClasses(packages = "dev.wqflush", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule LAYERS = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("cli")
            .definedBy("dev.wqflush.cli..")
            .layer("replay")
            .definedBy("dev.wqflush.replay..")
            .layer("parsers")
            .definedBy("dev.wqflush.parsers..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("replay")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("parsers")
            .mayOnlyBeAccessedByLayers("cli", "replay");

    @ArchTest
    static final ArchRule NO_CYCLES_OF_MODULES =
            slices().matching("dev.wqflush.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_PARSERS =
            slices().matching("dev.wqflush.parsers.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_REPLAY =
            slices().matching("dev.wqflush.replay.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_CLI =
            slices().matching("dev.wqflush.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule REPLAY_KNOWS_EVENTS_NOT_READERS = noClasses()
            .that()
            .resideInAPackage("dev.wqflush.replay..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.wqflush.parsers",
                    "dev.wqflush.parsers.api..",
                    "dev.wqflush.parsers.input..",
                    "dev.wqflush.parsers.payload..",
                    "dev.wqflush.parsers.tracepoint..",
                    "dev.wqflush.parsers.tracedat..",
                    "dev.wqflush.parsers.perfdata..",
                    "dev.wqflush.parsers.ftracetext..");

    @ArchTest
    static final ArchRule COMMAND_LINE_JSON_AND_TEMPLATES_STAY_IN_CLI = noClasses()
            .that()
            .resideOutsideOfPackage("dev.wqflush.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..", "com.fasterxml.jackson..", "gg.jte..");

    @ArchTest
    static final ArchRule ONLY_COMMANDS_KNOW_PICOCLI = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.wqflush.cli.events..",
                    "dev.wqflush.cli.report..",
                    "dev.wqflush.cli.terminal..",
                    "dev.wqflush.cli.topology..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule CSV_IS_FOR_TABLES = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.wqflush.cli.events..",
                    "dev.wqflush.cli.report..",
                    "dev.wqflush.cli.topology..",
                    "dev.wqflush.parsers.csv..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.commons.csv..");

    @ArchTest
    static final ArchRule COMPRESSION_IS_FOR_INPUT = noClasses()
            .that()
            .resideOutsideOfPackage("dev.wqflush.parsers.input..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.commons.compress..", "org.tukaani..", "com.github.luben..");

    @ArchTest
    static final ArchRule ONLY_CLI_TALKS = noClasses()
            .that()
            .resideOutsideOfPackage("dev.wqflush.cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule ONLY_MAIN_ENDS_THE_PROGRAM = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.wqflush.cli.Main")
            .should()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule THE_ENGINE_HAS_NO_CLOCK_THREAD_OR_CHANCE = noClasses()
            .that()
            .resideInAPackage("dev.wqflush.replay..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.time.Clock");

    @ArchTest
    static final ArchRule THE_HOT_PATH_MAKES_NO_OBJECTS = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.wqflush.parsers.ftracetext..",
                    "dev.wqflush.parsers.payload..",
                    "dev.wqflush.parsers.tracepoint..",
                    "dev.wqflush.parsers.tracedat..",
                    "dev.wqflush.parsers.perfdata..",
                    "dev.wqflush.parsers.order..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.regex..", "java.util.stream..")
            .orShould()
            .callMethod(String.class, "split", String.class)
            .orShould()
            .callMethod(String.class, "format", String.class, Object[].class);

    @ArchTest
    static final ArchRule FAILURES_ARE_A_CLOSED_LIST = classes()
            .that()
            .areAssignableTo(Throwable.class)
            .and()
            .resideInAPackage("dev.wqflush..")
            .should()
            .beAssignableTo(WqflushException.class);
}
