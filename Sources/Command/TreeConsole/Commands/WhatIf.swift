import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Edits a copy of a tree, which further commands then inspect.
struct WhatIf: FormattedQuestion {
  static let commandName = "what-if"
  static let abstract =
    "Try changes on a copy of the tree; every other command then answers for the copy."
  static let explanation: String? = """
    what-if remove SELECTOR
    what-if move SELECTOR under SELECTOR
    what-if register KIND NAME at SELECTOR      NAME is Domain.code, or Domain.* for all
    what-if unregister KIND NAME at SELECTOR
    what-if show                                show the differences from the tree itself
    what-if reset                               take back all changes

    The copy is taken at the first change. A live tree keeps running; on the copy no handler runs \
    and no action is performed.
    """
  static let examples = [
    "register error NetworkErrors.101 at ExamCreationFlow", "remove SideMenuModel", "show",
  ]
  private static let verbs = ["remove", "move", "register", "unregister", "show", "reset"]

  @Argument(
    help: "remove, move, register, unregister, show or reset.", completion: .list(verbs))
  var verb: String

  @Argument(help: .value("selector", "What to change."))
  var words: [ChangeWord] = []

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let arguments = words.map(\.rawValue)
    switch (verb, arguments.count) {
    case ("show", 0): return try show(view)
    case ("reset", 0):
      let count = view.edits.words.count
      view.edits = Edits()
      return answer("undone: \(counted(count, "change"))", view)
    default:
      let words = ([verb] + arguments).joined(separator: " ")
      let isFirst = !view.isCopy
      try view.edits.add(words, to: view.original()) {
        try Self.edited($0, verb, arguments)
      }
      if isFirst, view.kind == .copy {
        view.note("note: answers are for a copy now; \(Capability.handlers.remedy(.copy))")
      }
      return answer("in the copy: \(words)", view)
    }
  }

  private func answer(_ text: SafeText, _ view: View) -> Answer {
    let count = view.edits.words.count
    return Answer {
      .object { $0.write("changes", count) }
    } text: {
      $0.line(text)
    }
  }

  private func show(_ view: View) throws -> Answer {
    let changes = TreeChanges(from: try view.original(), to: try view.state())
    let words = view.edits.words
    return Answer {
      .object { changes.write(to: &$0) }
    } text: { text in
      if words.isEmpty { return text.line("nothing is changed yet") }
      for (number, change) in words.enumerated() { text.line("\(number + 1)  \(change)") }
      changes.write(to: &text)
    }
  }

  /// A changed copy of a tree.
  private static func edited(
    _ snapshot: Snapshot, _ verb: String, _ words: [String]
  ) throws -> Snapshot {
    func node(_ selector: String) throws -> Int {
      try ModelSelector(rawValue: selector).node(in: snapshot)
    }
    switch (verb, words.count) {
    case ("remove", 1): return try snapshot.removing(node(words[0]))
    case ("move", 3) where words[1] == "under":
      return try snapshot.moving(node(words[0]), under: node(words[2]))
    case ("register", 4) where words[2] == "at":
      return try snapshot.registering(
        subscription(words[0], words[1], in: snapshot), at: node(words[3]))
    case ("unregister", 4) where words[2] == "at":
      return try snapshot.unregistering(
        subscription(words[0], words[1], in: snapshot), at: node(words[3]))
    default:
      throw ConsoleError.misuse(
        usage: """
          what-if remove SELECTOR, move SELECTOR under SELECTOR, register or unregister KIND NAME at \
          SELECTOR, show, or reset
          """)
    }
  }

  private static func subscription(
    _ kind: String, _ name: String, in snapshot: Snapshot
  ) throws -> Subscription {
    let name = MessageCodes.unmarked(name)
    if name.hasSuffix(".*") {
      let reference = try MessageReference(kind: kind, name: String(name.dropLast(2)))
      return Subscription(
        kind: reference.kind, domain: reference.name, code: nil, source: "what-if")
    }
    let resolved = try snapshot.resolve(MessageReference(kind: kind, name: name))
    return Subscription(
      kind: resolved.message.kind, domain: resolved.message.domain, code: resolved.message.code,
      label: resolved.label, source: "what-if")
  }
}
