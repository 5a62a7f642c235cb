import TextIO
import TreeAnalysis
import TreeSnapshot

/// The models whose ids an answer names, in the order in which it does.
///
/// An answer's JSON names models by id alone. A model behind a client would have to ask for each.
struct AnsweredModels {
  private(set) var ids: [Int] = []
  private var seen: Set<Int> = []

  /// The members whose values are ids, wherever they stand.
  private static let keys: Set<String> = ["node", "handler", "by"]
  /// The same of the whole answer only: further inside, `from` counts models.
  private static let outerKeys: Set<String> = ["from"]
  /// The members that list ids.
  private static let listKeys: Set<String> = ["receivers", "idle"]

  /// Reads the answer of a command.
  init(_ answer: [UInt8]) {
    answer.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      try? read(&scanner, levels: 0)
    }
  }

  /// Answers lie no deeper than that.
  private static let deepest = 8

  private mutating func read(
    _ scanner: inout JSONScanner, levels: Int
  ) throws(JSONFailure) {
    switch scanner.peek() {
    case UInt8(ascii: "{") where levels < Self.deepest:
      var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
      while more {
        let key = String(decoding: try scanner.key(), as: UTF8.self)
        if Self.keys.contains(key) || levels == 0 && Self.outerKeys.contains(key) {
          try readID(&scanner)
        } else if Self.listKeys.contains(key), scanner.peek() == UInt8(ascii: "[") {
          try readElements(&scanner) { models, scanner throws(JSONFailure) in
            try models.readID(&scanner)
          }
        } else {
          try read(&scanner, levels: levels + 1)
        }
        more = try scanner.continues(until: UInt8(ascii: "}"))
      }
    case UInt8(ascii: "[") where levels < Self.deepest:
      try readElements(&scanner) { models, scanner throws(JSONFailure) in
        try models.read(&scanner, levels: levels + 1)
      }
    default: try scanner.skipValue()
    }
  }

  private mutating func readElements(
    _ scanner: inout JSONScanner,
    _ element: (inout AnsweredModels, inout JSONScanner) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try element(&self, &scanner)
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
  }

  private mutating func readID(_ scanner: inout JSONScanner) throws(JSONFailure) {
    guard let id = scanner.wholeNumber() else { return try scanner.skipValue() }
    if seen.insert(id).inserted { ids.append(id) }
  }

  /// So many are named.
  private static let shown = 20

  /// What the models are called: `#8 ExamOptionsPickerModel`; nil where the answer names none.
  func words(in snapshot: Snapshot) -> SafeText? {
    let positions = ids.compactMap { snapshot.position(ofID: $0) }
    if positions.isEmpty { return nil }
    let names = ModelNames(snapshot, positions)
    let shown = positions.prefix(Self.shown).map { position -> SafeText in
      "#\(snapshot[position].id) \(names.nameWithoutID(of: position))"
    }
    let more = positions.count - shown.count
    return "models: " + (shown + (more > 0 ? ["and \(more) more"] : [])).joined(separator: ", ")
  }
}
