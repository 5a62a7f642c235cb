import Foundation

/// Something that a person can do, by the word that is typed for it.
package struct TypedAction<App> {
  /// The word, and what follows it: `open ID`, `edit [ID]`.
  package let usage: String
  package let help: String
  /// The values that parameters take, by their names in the usage.
  let values: [String: @MainActor (App) -> [String]]
  let perform: @MainActor (App, TypedWords) throws -> Void

  package init(
    _ usage: String, _ help: String, values: [String: @MainActor (App) -> [String]] = [:],
    perform: @escaping @MainActor (App, TypedWords) throws -> Void
  ) {
    self.usage = usage
    self.help = help
    self.values = values
    self.perform = perform
  }

  var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }
}

/// What is typed behind the word of an action.
package struct TypedWords {
  /// The text as it was typed, without white space at either end.
  package let text: String

  init(_ text: some StringProtocol) {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  package var all: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}

/// Why a person cannot do something now, in words.
package struct UserError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension SampleApp {
  /// Does what a line says; nothing where it is empty or a comment behind `#`.
  ///
  /// - Throws: `UserError` where it cannot be done now.
  package func perform(_ line: String) throws {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first, !name.hasPrefix("#") else { return }
    guard let action = Self.actions.first(where: { $0.name == name }) else {
      let names = Self.actions.map(\.name) + ["wait", "help", "quit"]
      throw UserError("there is no '\(name)' to do; there are \(names.joined(separator: ", "))")
    }
    let rest = TypedWords(words.count > 1 ? words[1] : "")
    if action.usage == name, !rest.text.isEmpty {
      throw UserError("'\(name)' stands alone; '\(rest.text)' is too much")
    }
    prepare(for: action.name)
    try action.perform(self, rest)
  }

  /// The same, and what can be typed in every app.
  ///
  /// - Returns: whether the app goes on.
  package func type(_ line: String) async throws -> Bool {
    switch TypedWords(line).text {
    case "quit": return false
    case "wait": await wait()
    case "help":
      let own = [
        ("wait", "Wait until everything has been answered."), ("help", "List what can be typed."),
        ("quit", "Leave the app."),
      ]
      for (usage, help) in Self.actions.map({ ($0.usage, $0.help) }) + own {
        output("  \(usage): \(help)")
      }
    default: try perform(line)
    }
    return true
  }

  /// The error with its line, where the app names it.
  func located(_ error: any Error, line: Int) -> any Error {
    Self.namesLines ? UserError("line \(line): \(error)") : error
  }
}
