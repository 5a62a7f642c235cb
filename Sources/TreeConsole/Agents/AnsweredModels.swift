import TextIO
import TreeAnalysis
import TreeMCP
import TreeSnapshot

/// The models whose ids an answer names, in the order in which it does.
///
/// An answer's JSON names models by id alone. A client's model would have to ask for each.
struct AnsweredModels {
  private(set) var ids: [Int] = []
  private var seen: Set<Int> = []

  /// The members whose values are ids, or lists of them, wherever they stand.
  private static let keys: Set<String> = ["node", "handler", "by", "receivers", "idle"]

  /// Answers lie no deeper than that.
  private static let deepest = 8

  /// Reads the answer of a command.
  init(_ answer: [UInt8]) { read(answer[...], of: "", level: 0) }

  private mutating func read(_ value: ArraySlice<UInt8>, of key: String, level: Int) {
    // Further inside, `from` counts models.
    if Self.keys.contains(key) || key == "from" && level == 1,
      let id = Int(String(decoding: value, as: UTF8.self))
    {
      if seen.insert(id).inserted { ids.append(id) }
    } else if level < Self.deepest {
      for part in value.jsonParts {
        read(part.value, of: part.key.isEmpty ? key : part.name, level: level + 1)
      }
    }
  }

  /// The most models that are named.
  private static let shown = 20

  /// What the models are called: `#8 ExamOptionsPickerModel`; nil if the answer names none.
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
