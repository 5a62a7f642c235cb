import TextIO
import TreeSnapshot
import TreeSpec

// The sentences of failures.
extension Failure {
  /// The explanation, and where the tree and its journal are; without an end of line.
  func text(_ dump: KeptDump?, journal kept: KeptDump? = nil) -> String {
    let parts = [
      problem.text, journal.map { past($0, kept) }, dump.map { lines(on: $0) },
    ].compactMap { $0 }
    return parts.joined(separator: "\n\n")
  }

  private func past(_ journal: FailureJournal, _ kept: KeptDump?) -> String {
    // A failure about messages shows their records by itself.
    var lines = problem.showsRecords ? [] : ["The last records of its journal:", ""]
    if !problem.showsRecords {
      lines += journal.lines.isEmpty ? ["  none", ""] : journal.lines + [""]
    }
    if let kept {
      let (place, path) = kept.place(of: "journal")
      lines.append(
        journal.holdsTrees
          ? "\(place) 'modeltree repl \(path)' looks at every moment of it."
          : "\(place) 'modeltree journal \(path)' shows it.")
    } else {
      lines.append("The journal is too large to be kept; give it a file: Journal(bytes:, file:).")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(on dump: KeptDump) -> String {
    let (place, path) = dump.place(of: "tree")
    guard let updatableSpec else { return place }
    return """
      \(place)
      \(update == .patch ? "To take the tree into the spec" : "To write the spec from the tree"): \
      modeltree check \(path) \(ShellWord.quoted(updatableSpec)) --update=\(update.rawValue)
      """
  }
}

extension KeptDump {
  /// A sentence that says where something is, and its path in a command.
  fileprivate func place(of noun: String) -> (sentence: String, path: String) {
    switch self {
    case .attached(let name):
      (
        "The \(noun) is attached as \(name); 'swift test --attachments-path FOLDER' keeps it in an "
          + "existing folder.",
        "FOLDER/\(name)"
      )
    case .inReport(let name):
      ("The \(noun) is attached as \(name) in Xcode's report.", "FOLDER/\(name)")
    case .written(let path):
      ("The \(noun) was written to \(SafeText(path)).", ShellWord.quoted(path))
    case .notKept(let name):
      (
        "To keep the \(noun) as \(name), set \(KeptDump.folderVariable) to a folder.",
        "FOLDER/\(name)"
      )
    case .refused(let name, let reason):
      ("The \(noun) was not kept: \(reason)", "FOLDER/\(name)")
    }
  }
}

extension Failure.Problem {
  fileprivate var showsRecords: Bool { if case .otherMessages = self { true } else { false } }

  fileprivate var text: String {
    switch self {
    case .noTree:
      return "There is no tree to look at: it is nil."
    case .unusableSpec(let error):
      return "\(error)"
    case .recorded(let spec):
      return
        "There was no spec: \(SafeText(spec)) is written from the tree as it is. Read it, and run the "
        + "test again."
    case .wrongTree(let result):
      var text = ResultText(result, tree: result.snapshot.name ?? result.snapshot.root.type).plain
      while text.last == "\n" { text.removeLast() }
      return text
    case .wrongRoute(let route, let label, let expected, let tree):
      return RouteText(route, label: label, expected: expected, in: tree).lines
        .joined(separator: "\n")
    case .detached(let model, let message):
      return "\(model) has left its tree: no route of \(message.shown) leads there."
    case .otherTree(let model, let raiser, let message):
      return "\(model) is in another tree than \(raiser), which should raise \(message.shown): no "
        + "message leads from one to the other."
    case .leaks(let leaks):
      return leaks.text
    case .otherMessages(let comparison):
      return comparison.explanation.map(\.string).joined(separator: "\n")
    case .droppedRecords(let count):
      return
        "\(counted(count, "record")) of what happened meanwhile \(count == 1 ? "was" : "were") "
        + "dropped: the journal is too small; give it more bytes: Journal(bytes: 1 << 24)."
    case .noSession(let model):
      return "\(model) is in no session's tree: nothing records what happens there."
    }
  }
}

extension Failure.ModelName: CustomStringConvertible {
  var description: String { "\(SafeText(type)) #\(id)" }
}

extension DeclaredMessage {
  fileprivate var shown: SafeText { "\(message)" + (label.map { " (\($0))" } ?? "") }
}

extension Failure.Leaks {
  /// The number of models that a failure lists.
  private static let shown = 30

  fileprivate var text: String {
    let isOne = models.count == 1
    let holders =
      heldFromOutside < models.count ? "\(heldFromOutside) of them" : isOne ? "it" : "each"
    let root = root.map { SafeText($0).string } ?? "the session controller"
    var lines = [
      "\(counted(models.count, "model")) left the tree of \(root) and \(isOne ? "is" : "are") still "
        + "alive; something holds \(holders):", "",
    ]
    lines += models.prefix(Self.shown).map(line)
    if models.count > Self.shown { lines.append("  and \(models.count - Self.shown) more") }
    return lines.joined(separator: "\n")
  }

  private func line(_ leak: LeakedModel) -> String {
    let place =
      leak.path.map { SafeText($0).string } ?? "\(SafeText(leak.type)), whose place was not kept"
    let source = leak.source.map { ", created at \(SafeText($0))" } ?? ""
    let holder = leak.holder.map { ", held by #\($0)" } ?? ""
    return "  \(place)  #\(leak.id)\(leak.isOfEarlierTree ? " of an earlier session" : "")"
      + "\(source)\(holder)"
  }
}
