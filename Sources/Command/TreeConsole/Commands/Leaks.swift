import ArgumentParser
import Holders
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// Lists the models that left a live tree and are still alive.
struct Leaks: FormattedQuestion {
  static let commandName = "leaks"
  static let abstract = "List the models that left the tree and are still alive."
  static let explanation: String? = """
    Each has its former path, the line that created it, and the lines that may hold it: where it \
    registered handlers and started work that still runs. The models that it holds are listed below \
    it. The status of a script is 1 if there are any.

    --why reads the app's memory and finds the holders of each: the path of references from a \
    static property, a global variable, a task, or a thread, or the cycle. '~ suspect' marks closures, \
    tasks, and collections. The app is paused only while it is copied. It needs Linux; elsewhere, use \
    Xcode's memory graph.
    """
  static let examples = ["", "--why", "--json"]
  static let needs: Capability? = .leaks

  @Flag(help: "Find their holders in the app's memory.")
  var why = false

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let (limit, limitInJSON) = (limits.number(view), limits.numberInJSON)
    if why, view.moment != nil || !view.kind.isLive {
      throw ConsoleError(
        "a \(view.kind.name) has no memory to search; 'leaks --why' asks a running app: @NAME")
    }
    let held = why && !count ? try view.holders() : nil
    let leaked = try held?.left ?? view.leakedModels()
    if count { return .count(leaked.count, hasFindings: !leaked.isEmpty) }
    return Answer(hasFindings: !leaked.isEmpty) {
      guard let held else {
        return .array(of: leaked.prefix(limitInJSON)) { model, json in model.write(to: &json) }
      }
      return .object { json in
        json.array("left", of: leaked.prefix(limitInJSON)) { model, json in
          model.write(to: &json)
          held.held(model)?.write(to: &json)
        }
        held.report.scanned.write(to: &json)
      }
    } text: { text in
      if leaked.isEmpty { return text.line("no model that left the tree is still alive") }
      let tops = leaked.count { $0.holder == nil }
      let one: SafeText = tops < leaked.count ? "\(tops)" : tops == 1 ? "it" : "each"
      text.line(
        "\(counted(leaked.count, "model")) left the tree and \(leaked.count == 1 ? "is" : "are") "
          + "still alive; something holds \(one)")
      text.list(leaked, limit: limit) { model, text in
        model.write(to: &text)
        if let held { held.held(model)?.write(to: &text, held.report.scanned) }
      }
      held?.report.scanned.write(to: &text)
    }
  }
}

extension LeakedModel {
  /// Writes the model as text: below its holder, or alone with its path.
  fileprivate func write(to text: inout StyledText) {
    let source: SafeText = source.map { "  created at \($0)" } ?? ""
    guard holder == nil else {
      text.append("    with \(shownType) #\(id)")
      text.line(source, .dim)
      for cause in causes { text.line("      \(cause)", .dim) }
      return
    }
    text.line()
    text.append("\(shownType)", .bold)
    text.append(" #\(id)\(isOfEarlierTree ? " of an earlier session" : "")")
    text.line(source, .dim)
    text.append("  was ", .dim)
    text.line(path.map { "\($0)" } ?? "not known: it left before the inspector was attached")
    for cause in causes { text.line("  \(cause)", .dim) }
  }
}

// Who holds an object, as text and as JSON. All names come from the memory of a process, and are
// shown like other names that can't be trusted.

extension HeldObject {
  /// Adds the paths, below a line that names the object.
  func write(to text: inout StyledText, _ scanned: ScanFacts) {
    for (index, path) in paths.enumerated() {
      for line in path.text(after: index == 0 ? "  held by  " : "  also by  ") {
        text.line(SafeText(line))
      }
    }
    if paths.isEmpty { text.line("  \(scanned.unexplained(self))") }
  }

  /// Writes the paths as the member `held`.
  func write(to json: inout JSONObject) {
    json.array("held", of: paths) { path, json in path.write(to: &json) }
  }
}

extension HoldPath {
  fileprivate func write(to json: inout JSONObject) {
    if let root {
      json.object("root") {
        $0.write("kind", root.kind.rawValue)
        $0.write("name", root.name)
        $0.write("source", root.code?.source)
      }
    }
    json.array("path", of: steps) { step, json in step.write(to: &json) }
    json.write("cycle", isCycle)
  }
}

extension HoldStep {
  fileprivate func write(to json: inout JSONObject) {
    json.write("type", type)
    json.write("field", field)
    json.write("kind", kind.rawValue)
    json.write("in", collection?.rawValue)
    json.write("function", function)
    json.write("source", code?.source)
    json.write("suspect", isSuspect)
    if isDoubtful { json.write("doubtful", true) }
    if let more { json.write("more", more) }
  }
}

extension ScanFacts {
  /// Adds what was read, and what wasn't.
  func write(to text: inout StyledText) {
    text.line()
    text.line(SafeText(line), .dim)
    if let missingLine { text.line(SafeText(missingLine), .dim) }
  }

  /// Writes the facts as the member `scanned`.
  func write(to json: inout JSONObject) {
    json.object("scanned") {
      $0.write("bytes", bytes)
      $0.write("objects", objects)
      $0.write("paused", milliseconds)
      $0.write("complete", isComplete)
      $0.write("missing", missing)
    }
  }
}
