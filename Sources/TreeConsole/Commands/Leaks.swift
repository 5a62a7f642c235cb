import ArgumentParser
import TextIO
import TreeSnapshot

/// Lists the models that left a live tree and are still alive.
struct Leaks: InspectorCommand {
  static let commandName = "leaks"
  static let abstract =
    "List the models that left the tree but are still alive: somebody holds them."
  static let explanation: String? = """
    Each with the path that it had and the line that created it; what it holds itself stands below \
    it. Those of a session that was replaced have ids of their own. A script ends with status 1 \
    where there are any.
    """
  static let examples = ["", "--json"]
  static let needs: Capability? = .leaks

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let left = try context.target.leakedModels()
    if !left.isEmpty { context.hasFindings = true }
    if output.json {
      context.output.write { sink in
        sink.write("[" as StaticString)
        for (index, model) in left.enumerated() {
          if index > 0 { sink.write(", " as StaticString) }
          model.write(to: &sink)
        }
        sink.write("]\n" as StaticString)
      }
    } else {
      context.output.write(LeakReport(left: left, isColored: output.isColored(context)).text)
    }
  }
}

extension LeakedModel {
  /// The model as one JSON object; what is not known is left out.
  fileprivate func write(to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"id\": " as StaticString)
    sink.write(decimal: id)
    sink.write(", \"type\": " as StaticString)
    JSONString.write(type, to: &sink)
    if let path {
      sink.write(", \"path\": " as StaticString)
      JSONString.write(path, to: &sink)
    }
    if let source {
      sink.write(", \"source\": " as StaticString)
      JSONString.write(source, to: &sink)
    }
    if let holder {
      sink.write(", \"heldBy\": " as StaticString)
      sink.write(decimal: holder)
    }
    if isOfEarlierTree { sink.write(", \"earlier\": true" as StaticString) }
    sink.write("}" as StaticString)
  }
}

/// The same for a person: who is held by somebody outside, and below each who is held by it.
private struct LeakReport {
  let left: [LeakedModel]
  let isColored: Bool

  var text: String {
    var text = StyledText(isColored: isColored)
    guard !left.isEmpty else {
      text.line("no model that has left the tree is still alive")
      return text.text
    }
    let tops = left.count { $0.holder == nil }
    text.line(
      "\(counted(left.count, "model")) left the tree and \(left.count == 1 ? "is" : "are") still "
        + "alive; somebody holds " + (tops == left.count ? (tops == 1 ? "it" : "each") : "\(tops)"))
    for model in left { append(model, to: &text) }
    return text.text
  }

  private func append(_ model: LeakedModel, to text: inout StyledText) {
    let source = model.source.map { "  created at \(SafeText.escape($0))" } ?? ""
    guard model.holder == nil else {
      text.append("    with \(SafeText.escape(model.type)) #\(model.id)")
      text.line(source, .dim)
      return
    }
    text.line()
    text.append(SafeText.escape(model.type), .bold)
    text.append(" #\(model.id)\(model.isOfEarlierTree ? " of an earlier session" : "")")
    text.line(source, .dim)
    let place = model.path.map(SafeText.escape) ?? "not known: it left before the inspector came"
    text.append("  was ", .dim)
    text.line(place)
  }
}
