import ArgumentParser
import MemoryGraph
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// Lists the models that left a live tree and are still alive.
struct Leaks: FormattedQuestion {
  static let commandName = "leaks"
  static let abstract =
    "List the models that left the tree and are still alive, because something holds them."
  static let explanation: String? = """
    Each with the path that it had and the line that created it; with what may hold it: the lines at \
    which it registered handlers and started work that still runs. The models that it holds itself \
    are below it. Models of a session that was replaced have ids of their own. The status of a \
    script is 1 if there are any.

    --why reads the app's memory and finds who holds each of them: the path of references from a \
    static property, a global variable, a task, or a thread, or the cycle. '~ suspect' marks closures, \
    tasks, and collections. The app is paused only while it is copied. With a TYPE, it looks at all \
    objects of that class instead, whether models or not, also in a core file. Reading \
    other processes and core files needs Linux.
    """
  static let examples = ["", "--why", "--why ImageLoader", "--json"]
  static let needs: Capability? = .leaks

  @Flag(help: "Find who holds them in the app's memory.")
  var why = false

  @Argument(help: "With --why: all objects of this class instead.")
  var type: String?

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  /// Any app's memory can be searched for the objects of a class.
  var needs: Capability? { type == nil ? .leaks : nil }

  func validate() throws {
    if type != nil, !why { throw ValidationError("a type takes --why: leaks --why TYPE") }
  }

  func answer(_ view: inout View) throws -> Answer {
    if why, !list.count || type != nil { return try holders(view) }
    let leaked = try view.leakedModels()
    if list.count { return .count(leaked.count, hasFindings: !leaked.isEmpty) }
    let (limit, limitInJSON) = (list.limits.number(view), list.limits.numberInJSON)
    return Answer(hasFindings: !leaked.isEmpty) {
      .array(of: leaked.prefix(limitInJSON)) { model, json in model.write(to: &json) }
    } text: { text in
      Self.writeHead(leaked, to: &text)
      text.list(leaked, limit: limit) { $0.write(to: &$1) }
    }
  }

  private static func writeHead(_ leaked: [LeakedModel], to text: inout StyledText) {
    if leaked.isEmpty { return text.line("no model that left the tree is still alive") }
    let tops = leaked.count { $0.holder == nil }
    let held: SafeText = tops < leaked.count ? "\(tops)" : tops == 1 ? "it" : "each"
    text.line(
      "\(counted(leaked.count, "model")) left the tree and \(leaked.count == 1 ? "is" : "are") "
        + "still alive; something holds \(held)")
  }

  // MARK: Holders

  private func holders(_ view: View) throws -> Answer {
    let answer = try view.holders(ofType: type)
    let (limit, limitInJSON) = (list.limits.number(view), list.limits.numberInJSON)
    guard let type else { return leaks(answer, limit, limitInJSON) }
    let (objects, count) = (answer.report.objects, answer.report.count)
    if list.count { return .count(count) }
    return Answer {
      .object { json in
        json.write("count", count)
        json.array("objects", of: objects.prefix(limitInJSON)) { object, json in
          json.write("type", object.type)
          json.write("address", "0x\(String(object.address, radix: 16))")
          object.write(to: &json)
        }
        answer.report.scanned.write(to: &json)
      }
    } text: { text in
      text.line(
        count == 0
          ? "no object of a class '\(type)' was found in the heap"
          : "\(counted(count, "object")) of '\(type)' \(count == 1 ? "is" : "are") alive")
      text.list(objects, limit: limit) { object, text in
        text.line()
        text.append("\(object.type)", .bold)
        text.line(" at 0x\(String(object.address, radix: 16))", .dim)
        object.write(to: &text, answer.report.scanned)
      }
      if count > objects.count {
        text.line()
        text.line("of the others, no holders were looked for: \(count - objects.count)", .dim)
      }
      answer.report.scanned.write(to: &text)
    }
  }

  private func leaks(_ answer: HolderAnswer, _ limit: Int, _ limitInJSON: Int) -> Answer {
    Answer(hasFindings: !answer.left.isEmpty) {
      .object { json in
        json.array("left", of: answer.left.prefix(limitInJSON)) { model, json in
          model.write(to: &json)
          answer.held(model)?.write(to: &json)
        }
        answer.report.scanned.write(to: &json)
      }
    } text: { text in
      Self.writeHead(answer.left, to: &text)
      text.list(answer.left, limit: limit) { model, text in
        model.write(to: &text)
        answer.held(model)?.write(to: &text, answer.report.scanned)
      }
      if !answer.left.isEmpty { answer.report.scanned.write(to: &text) }
    }
  }
}

extension LeakedModel {
  /// Writes the model as text: below its holder, or alone with its path.
  fileprivate func write(to text: inout StyledText) {
    let source: SafeText = source.map { "  created at \($0)" } ?? ""
    guard holder == nil else {
      text.append("    with \(type) #\(id)")
      text.line(source, .dim)
      for cause in causes { text.line("      \(cause)", .dim) }
      return
    }
    text.line()
    text.append("\(type)", .bold)
    text.append(" #\(id)\(isOfEarlierTree ? " of an earlier session" : "")")
    text.line(source, .dim)
    text.append("  was ", .dim)
    text.line(path.map { "\($0)" } ?? "not known: it left before the inspector was attached")
    for cause in causes { text.line("  \(cause)", .dim) }
  }
}
