import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The JSON of a value that a message carries. It completes by the keys that the vocabulary has.
struct PayloadText: TargetValue {
  var rawValue: String

  /// - Parameter words: The kind and the name of the message.
  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard words.count >= 2, let snapshot = view.snapshot,
      let reference = try? MessageReference(kind: words[0], name: words[1]),
      let message = try? snapshot.resolve(reference).message,
      let payload = snapshot.payloads[message]
    else { return [] }
    return JSONStart(word).continuations(PayloadShape(keys: payload.keys))
  }

  static func isWhole(_ candidate: String) -> Bool { JSONStart(candidate).isWhole }
}

/// The beginning of JSON, as far as someone has typed it.
private struct JSONStart {
  /// What the innermost open object or array waits for.
  private enum Wait {
    case key, colon, value, comma
  }

  /// An object or an array that is open.
  private struct Level {
    var isArray: Bool
    var wait: Wait
    /// The keys so far; the last one is that of the value that comes.
    var keys: [String] = []
  }

  private let text: String
  private var levels: [Level] = []
  /// The start of a key that is not closed.
  private var openKey: String.Index?
  /// Whether the end is within a value that no key continues.
  private var isInValue = false
  /// Whether the outermost value is closed.
  private(set) var isWhole = false

  init(_ text: String) {
    self.text = text
    let scalars = text.unicodeScalars
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      let start = place
      place = scalars.index(after: place)
      switch scalar {
      case "{": open(isArray: false)
      case "[": open(isArray: true)
      case "}", "]": close()
      case ":": setWait(.value)
      case ",": setWait(levels.last?.isArray == true ? .value : .key)
      case "\"":
        guard let end = Self.end(ofStringFrom: place, in: scalars) else {
          if levels.last?.wait == .key { openKey = start } else { isInValue = true }
          return
        }
        if levels.isEmpty {
          isInValue = true
          return
        }
        place = scalars.index(after: end)
        if levels.last?.wait == .key {
          levels[levels.count - 1].keys.append(String(scalars[scalars.index(after: start)..<end]))
          setWait(.colon)
        } else {
          setWait(.comma)
        }
      case " ", "\t", "\n", "\r": break
      default:
        // A number or a word, which may continue.
        if levels.isEmpty {
          isInValue = true
          return
        }
        setWait(.comma)
        isInValue = place == scalars.endIndex
      }
    }
  }

  private mutating func open(isArray: Bool) {
    levels.append(Level(isArray: isArray, wait: isArray ? .value : .key))
  }

  private mutating func close() {
    if levels.popLast() != nil { setWait(.comma) }
    isWhole = levels.isEmpty
  }

  private mutating func setWait(_ wait: Wait) {
    if !levels.isEmpty { levels[levels.count - 1].wait = wait }
  }

  /// The closing quote of a string.
  private static func end(
    ofStringFrom start: String.Index, in scalars: String.UnicodeScalarView
  ) -> String.Index? {
    var place = start
    var isEscaped = false
    while place < scalars.endIndex {
      let scalar = scalars[place]
      if !isEscaped, scalar == "\"" { return place }
      isEscaped = !isEscaped && scalar == "\\"
      place = scalars.index(after: place)
    }
    return nil
  }

  /// The text with what may come next.
  func continuations(_ shape: PayloadShape) -> [String] {
    guard !isWhole, !isInValue, let here = self.shape(of: shape) else { return [] }
    guard let level = levels.last else { return Self.openings(of: here).map { text + $0 } }
    switch level.wait {
    case .key:
      let start = openKey.map { String(text[..<$0]) } ?? text
      let space = start.hasSuffix(",") ? " " : ""
      return unused(here, level).map { start + space + Self.start(of: $0) }
    case .colon: return []
    case .value:
      let value =
        level.isArray ? here.element : here.members.first { $0.key == level.keys.last }?.shape
      let space = text.hasSuffix(":") ? " " : ""
      return value.map { Self.openings(of: $0).map { text + space + $0 } } ?? []
    case .comma:
      if level.isArray { return [text + "]"] }
      return unused(here, level).map { text + ", " + Self.start(of: $0) } + [text + "}"]
    }
  }

  /// The shape of the innermost open value; nil if the keys say nothing of it.
  private func shape(of outermost: PayloadShape) -> PayloadShape? {
    var shape: PayloadShape? = outermost
    for level in levels.dropLast() {
      shape =
        level.isArray
        ? shape?.element : shape?.members.first { $0.key == level.keys.last }?.shape
    }
    return shape
  }

  private func unused(_ shape: PayloadShape, _ level: Level) -> [PayloadShape.Member] {
    shape.members.filter { !level.keys.contains($0.key) }
  }

  /// How a value may begin.
  private static func openings(of shape: PayloadShape) -> [String] {
    if let element = shape.element {
      let inside = openings(of: element)
      return inside.isEmpty ? ["["] : inside.map { "[" + $0 }
    }
    return shape.members.map { "{" + start(of: $0) }
  }

  /// A key, and the beginning of its value where there is only one.
  private static func start(of member: PayloadShape.Member) -> String {
    let key = "\(JSONText.string(member.key).string): "
    return key + (member.shape.element != nil ? "[" : member.shape.members.isEmpty ? "" : "{")
  }
}
