/// How a person names a running app: `@NAME`, `@PID`, `@NAME:PID`, or `@` where only one runs.
package struct AppName: Hashable, Sendable {
  /// What stands behind the `@`.
  package let text: String

  /// Reads the name of an app; nil where the word does not begin with `@`.
  package init?(word: String) {
    guard word.hasPrefix("@") else { return nil }
    text = String(word.dropFirst())
  }

  /// Names the apps that are called so.
  package init(called name: String) { text = name }

  /// The word that names an app alone.
  package static func word(name: String, pid: Int) -> String { "@\(name):\(pid)" }

  /// Whether this names an app.
  ///
  /// - Parameter name: What the app is called; nil where it does not say.
  func names(_ name: String?, pid: Int) -> Bool {
    if text.isEmpty || text == name || text == "\(pid)" { return true }
    return name.map { text == "\($0):\(pid)" } ?? text.hasSuffix(":\(pid)")
  }
}
