import ArgumentParser

/// Explains how models are named; `help selectors` is the same.
struct Selectors: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selectors",
    abstract: "Explain how models are named in all commands.",
    discussion: """
      A selector is a path of type names; without a leading '/' it matches anywhere.

        ExamCreationFlow   every model of that type
        MainFlow/*Flow     the children of MainFlow whose names end in Flow;
                           '?' is one character
        /App/**/Exam*      anything below the root App, however deep
        /                  the root
        '#12'              the model with the id 12
        'Cell[2]'          the second of its name among its siblings

      Tests are written in brackets, after a name or alone:

        [session]  [leaf]  [work]
        [label=main]  [service=APIClient]  [representation=Screen]
        [state=count=3]          or a key, or a value
        [source=Main.swift:12]   or a file
        [handles=NetworkErrors.101]  [handles=NetworkErrors]
        ['handles=event AppEvent.*']

      A backslash makes the next character literal. Quote what the shell would interpret.
      """)

  mutating func run() throws { throw CleanExit.helpRequest(Self.flat) }
}
/// Shows how specs are written; `help specs` is the same.
struct Specs: ParsableCommand {
  static let name = "specs"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Show how specs are written, by an example.",
    discussion: """
      The first line is the version of the language, and a title if you like. It may \
      end in 'exact' (what a line does not name is not there; 'exact except raises' leaves \
      some open) and 'ordered' (children are in the order of their lines).

        tree-spec 1 "an exam is made"

      Each line of the tree is a model, indented below its parent. A name may hold \
      * and ?; in quotes it means itself. Counts are {3}, {1..3}, {2..}, and ? for one or \
      none. 'as $name' names the line for others. Attributes are in brackets: '!' says \
      that it is not there, 'only' that no others are. '...' allows other children.

        AppAuthorizedSession [session] [services APIClient] as $app
          MainFlow [label=main] [handles event AppEvent.StartExam]
            Dashboard* [leaf] [!handles] [raises bubble MainFlow.ShowSideMenu]
            "SideMenuModel" [handles only event AppEvent.ExamCreated, Clock.tick]
            LoginModel ?                  # may be absent
            ExamCreationFlow as $flow [ordered]
              Exam*PickerModel {1..3}
              ...

      Where errors and bubbles go: from all models that a selector matches to one \
      that handles it, or handled, or uncaught (a bubble: unhandled); 'via' names the \
      models on the way. A message may be a pattern; 'except' narrows it.

        error NetworkErrors.badToken from ** => $app
        error NetworkErrors.* except badToken from ExamCreationFlow/* => handled
        error NetworkErrors.101 from ExamTopic* => $app via only $flow, MainFlow
        error NetworkErrors.badResponse from SideMenuModel => uncaught
        bubble MainFlow.ShowSideMenu from DashboardModel => MainFlow

      Which models receive an event (delivered, unheard, or models; 'only': no \
      others), and which session provides a service (provided, missing, or a model).

        event AppEvent.ExamCreated from $flow => SideMenuModel only
        service APIClient from ** => $app

      What must not be there, what must, and how large the tree may be (depth, nodes, \
      children, sessions).

        not **/Login*
        some Exam*PickerModel
        limit depth <= 8, nodes <= 200

      What happened, on a journal: what must never be, and how soon a message is taken.

        never uncaught NetworkErrors.*
        never leaked
        never slower 1 s
        error NetworkErrors.badToken => AppAuthorizedSession within 2 s

      Names that the tree does not know fail, with the nearest that it does. 'print \
      --as-spec' writes a spec to begin with; 'check --update' changes the lines of the \
      tree that differ.
      """)

  mutating func run() throws { throw CleanExit.helpRequest(Self.flat) }
}
