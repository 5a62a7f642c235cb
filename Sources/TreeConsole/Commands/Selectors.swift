import ArgumentParser

/// Explains how models are named; `help selectors` is the same.
struct Selectors: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selectors",
    abstract: "Explain how models are named in all commands.",
    discussion: """
      A selector is a path of type names; without a leading '/' it matches anywhere.

        ExamCreationFlow       every model of that type
        MainFlow/*Flow         children of MainFlow whose names end in Flow; '?' is one character
        /App/**/Exam*          anything below the root App, however deep
        /                      the root
        '#12'                  the model with the id 12
        'Cell[2]'              the second of its name among its siblings

      Tests are written in brackets, behind a name or alone:

        [session] [leaf] [label=main] [service=APIClient] [representation=Screen]
        [handles=NetworkErrors.101] [handles=NetworkErrors] ['handles=event AppEvent.*']

      A backslash takes the next character as it is. Quote what the shell would interpret.
      """)

  mutating func run() throws { throw CleanExit.helpRequest(self) }
}
