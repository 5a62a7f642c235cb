import TextIO

/// The JSON that the keys of a payload describe.
package struct PayloadShape: Hashable, Sendable {
  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// Its key.
    package var key: String
    /// Its value.
    package var shape: PayloadShape
  }

  /// The members of an object, in the order of the keys; none of another value.
  package private(set) var members: [Member] = []
  /// The elements of an array; none or one, as an array holds its shape.
  private var elements: [PayloadShape] = []

  /// The elements of an array; nil of another value.
  package var element: PayloadShape? { elements.first }

  /// The length of a path in UTF-8, beyond which it isn't followed.
  private static let longestPath = 1_000
  /// How deep keys are followed.
  private static let mostLevels = 16
  /// How many members of an object an example has.
  private static let mostShown = 8

  /// Reads keys: `show`, `show.title`, `tags[].name`. Costs as much as they are long.
  package init(keys: [String]) {
    var places: [Place: Int] = [:]
    for key in keys where key.utf8.count <= Self.longestPath {
      add(Self.parts(of: key)[...], at: [], &places)
    }
  }

  private init() {}

  /// An object by the path to it, and one of its keys.
  private struct Place: Hashable {
    var path: [String]
    var key: String
  }

  private mutating func add(
    _ parts: ArraySlice<String>, at path: [String], _ places: inout [Place: Int]
  ) {
    guard let part = parts.first, path.count < Self.mostLevels else { return }
    if part == "[]" {
      if elements.isEmpty { elements = [PayloadShape()] }
      return elements[0].add(parts.dropFirst(), at: path + [part], &places)
    }
    let name = Place(path: path, key: part)
    let place = places[name] ?? members.count
    if place == members.count {
      places[name] = place
      members.append(Member(key: part, shape: PayloadShape()))
    }
    members[place].shape.add(parts.dropFirst(), at: path + [part], &places)
  }

  /// `tags`, `[]` and `name` of `tags[].name`.
  private static func parts(of key: String) -> [String] {
    key.split(separator: ".", maxSplits: mostLevels, omittingEmptySubsequences: false).flatMap {
      var (name, brackets) = ($0, [String]())
      while name.hasSuffix("[]") {
        name.removeLast(2)
        brackets.append("[]")
      }
      return (name.isEmpty && !brackets.isEmpty ? [] : [String(name)]) + brackets
    }
  }

  /// How it is written, with an ellipsis for each value: `{"show": {"title": …}}`.
  package var example: String {
    if let element { return "[\(element.example)]" }
    if members.isEmpty { return "…" }
    let shown = members.prefix(Self.mostShown).map {
      "\(JSONText.string($0.key).string): \($0.shape.example)"
    }
    return "{\((shown + (members.count > shown.count ? ["…"] : [])).joined(separator: ", "))}"
  }
}

extension DeclaredMessage.Payload {
  /// How the value is passed to `raise`: `--with '{"show": {"title": …}}'`.
  package var option: String {
    if keys.isEmpty { return "--with JSON" }
    let parts = PayloadShape(keys: keys).example
      .split(separator: "'", omittingEmptySubsequences: false)
    return "--with '\(parts.joined(separator: "'\\''"))'"
  }
}
