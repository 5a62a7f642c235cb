import TextIO

extension DeclaredMessage.Payload {
  /// How the value is passed to `raise`: `--with '{"show": {"title": …}}'`.
  package var option: String {
    keys.isEmpty ? "--with JSON" : "--with \(ShellWords.quote(example))"
  }

  /// How the value is written, with an ellipsis for each part: `{"show": {"title": …}}` for the keys
  /// `show` and `show.title`, `[{"name": …}]` for `[].name`. Shows up to 8 members of an object and
  /// 16 levels; keys of more than 1,000 bytes are left out.
  package var example: String {
    Self.example(keys.filter { $0.utf8.count <= 1_000 }.map { Self.parts(of: $0)[...] }, level: 0)
  }

  private static let maxLevels = 16
  private static let maxMembers = 8

  private static func example(_ paths: [ArraySlice<String>], level: Int) -> String {
    var names: [String] = []
    var below: [String: [ArraySlice<String>]] = [:]
    for path in paths {
      guard let name = path.first else { continue }
      if below[name] == nil { names.append(name) }
      below[name, default: []].append(path.dropFirst())
    }
    if names.isEmpty || level == maxLevels { return "…" }
    if let elements = below["[]"] { return "[\(example(elements, level: level + 1))]" }
    var members = names.prefix(maxMembers).map { name in
      "\(JSONText.string(name).string): \(example(below[name] ?? [], level: level + 1))"
    }
    if names.count > maxMembers { members.append("…") }
    return "{\(members.joined(separator: ", "))}"
  }

  /// `tags`, `[]` and `name` of `tags[].name`.
  private static func parts(of key: String) -> [String] {
    key.split(separator: ".", maxSplits: maxLevels, omittingEmptySubsequences: false).flatMap {
      var (name, brackets) = ($0, [String]())
      while name.hasSuffix("[]") {
        name.removeLast(2)
        brackets.append("[]")
      }
      return (name.isEmpty && !brackets.isEmpty ? [] : [String(name)]) + brackets
    }
  }
}
