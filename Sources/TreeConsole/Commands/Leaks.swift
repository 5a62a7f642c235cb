import ArgumentParser
import TextIO
import TreeLink
import TreeSnapshot

/// Lists the models that left a live tree and are still alive.
struct Leaks: AnsweringCommand {
  static let commandName = "leaks"
  static let abstract =
    "List the models that left the tree and are still alive, because something holds them."
  static let explanation: String? = """
    Each with the path that it had and the line that created it; the models that it holds itself \
    are below it. Models of a session that was replaced have ids of their own. A script ends with \
    status 1 where there are any.
    """
  static let examples = ["", "--json"]
  static let needs: Capability? = .leaks

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let leaked = try context.target.leakedModels()
    if !leaked.isEmpty { context.hasFindings = true }
    if list.count { return list.answer(leaked.count, output, to: context.output) }
    output.answer(to: context.output) {
      .array { array in
        for model in leaked.prefix(list.limits.numberInJSON) {
          array.object { model.write(to: &$0) }
        }
      }
    } text: {
      Self.write(leaked, limit: list.limits.number(context), to: &$0)
    }
  }

  private static func write(
    _ leaked: [LeakedModel], limit: Int, to text: inout StyledText
  ) {
    if leaked.isEmpty { return text.line("no model that left the tree is still alive") }
    let tops = leaked.count { $0.holder == nil }
    let held: SafeText = tops < leaked.count ? "\(tops)" : tops == 1 ? "it" : "each"
    text.line(
      "\(counted(leaked.count, "model")) left the tree and \(leaked.count == 1 ? "is" : "are") "
        + "still alive; something holds \(held)")
    text.list(leaked, limit: limit) { $0.write(to: &$1) }
  }
}

extension LeakedModel {
  /// Writes the model for a person: below the model that holds it, or by itself with its path.
  fileprivate func write(to text: inout StyledText) {
    let source: SafeText = source.map { "  created at \($0)" } ?? ""
    guard holder == nil else {
      text.append("    with \(type) #\(id)")
      text.line(source, .dim)
      return
    }
    text.line()
    text.append("\(type)", .bold)
    text.append(" #\(id)\(isOfEarlierTree ? " of an earlier session" : "")")
    text.line(source, .dim)
    text.append("  was ", .dim)
    text.line(path.map { "\($0)" } ?? "not known: it left before the inspector was attached")
  }
}
