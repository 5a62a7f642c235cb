import TextIO
import TreeAnalysis
import TreeMCP
import TreeSnapshot

/// The models whose ids occur in an answer, in order of occurrence.
///
/// An answer's JSON identifies models by id only. Without names, an agent would have to look up
/// each.
struct AnsweredModels {
  private(set) var ids: [Int] = []
  private var seen: Set<Int> = []

  /// The keys whose values are ids or lists of ids, at any depth.
  private static let keys: Set<String> = ["node", "handler", "by", "receivers", "idle"]

  /// Answers aren't nested deeper.
  private static let deepest = 8

  /// Reads the answer of a command.
  init(_ answer: [UInt8]) { read(answer[...], of: "", level: 0) }

  private mutating func read(_ value: ArraySlice<UInt8>, of key: String, level: Int) {
    // At deeper levels, `from` is a number of models.
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

  /// The maximum number of models to name.
  private static let shown = 20

  /// The names of the models: `#8 ExamOptionsPickerModel`; nil if the answer contains none.
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
