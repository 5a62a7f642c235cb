import TextIO
import TreeSnapshot
import TreeSpec

// The sentences of failures.
extension Failure {
  /// The explanation, and where the tree is; without an end of line.
  func text(_ dump: KeptDump?) -> String {
    guard let dump else { return problem.text }
    return "\(problem.text)\n\n\(lines(on: dump))"
  }

  private func lines(on dump: KeptDump) -> String {
    let (place, path) =
      switch dump {
      case .attached(let name):
        (
          "The tree is attached as \(name); 'swift test --attachments-path FOLDER' keeps it in an "
            + "existing folder.",
          "FOLDER/\(name)"
        )
      case .inReport(let name):
        ("The tree is attached as \(name) in Xcode's report.", "FOLDER/\(name)")
      case .written(let path):
        ("The tree was written to \(SafeText(path)).", ShellWord.quoted(path))
      case .notKept(let name):
        (
          "To keep the tree as \(name), set \(KeptDump.folderVariable) to a folder.",
          "FOLDER/\(name)"
        )
      case .refused(let name, let reason):
        ("The tree was not kept: \(reason)", "FOLDER/\(name)")
      }
    guard let updatableSpec else { return place }
    return """
      \(place)
      \(update == .patch ? "To take the tree into the spec" : "To write the spec from the tree"): \
      modeltree check \(path) \(ShellWord.quoted(updatableSpec)) --update=\(update.rawValue)
      """
  }
}

extension Failure.Problem {
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
