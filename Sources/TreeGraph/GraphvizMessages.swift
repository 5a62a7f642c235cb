import CGraphviz
import TextIO

/// The messages of Graphviz, collected instead of printed.
enum GraphvizMessages {
  /// Global because the callback has no argument of its own. A mutex and not the renderer's lock
  /// guards it, because a plugin might speak on a thread of its own.
  private static let fragments = Lock<String>("")

  /// Sends everything that Graphviz would write to standard error here.
  static func collect() {
    cgraphviz_collect_messages { fragment in
      if let fragment { GraphvizMessages.append(String(cString: fragment)) }
      return 0
    }
  }

  static func clear() {
    agreseterrors()
    fragments.withLock { $0 = "" }
  }

  /// The messages as one line; they arrive in fragments: `Error`, `: `, the text with its newline.
  static var text: String {
    let lines = fragments.withLock { $0 }.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "it gives no reason" : lines.joined(separator: "; ")
  }

  private static func append(_ fragment: String) {
    fragments.withLock { text in
      // A hostile graph could make it complain of every line.
      if text.utf8.count < 4_096 { text += fragment }
    }
  }
}
