package import TreeAnalysis
package import TreeLink
package import TreeSnapshot

/// A target, or a copy of its tree once `what-if` changes something.
///
/// The copy is taken at the first change, and dropped when the last is taken back.
package final class WhatIfTarget: InspectionTarget {
  private var original: any InspectionTarget
  /// The tree as it was copied; nil where nothing is changed.
  private var copied: TreeState?
  /// The changes, one after the other, each with the tree that it made.
  private var made: [(change: String, snapshot: Snapshot)] = []

  init(_ original: any InspectionTarget) { self.original = original }

  /// The same target with the changes that another has now, for one command.
  init(copying other: WhatIfTarget, attendedBy attendant: TargetAttendant) {
    original = other.original.attended(by: attendant)
    copied = other.copied
    made = other.made
  }

  package var name: String { isCopy ? "\(original.name) what-if" : original.name }

  package var kind: TargetKind { isCopy && original.kind.isLive ? .copy : original.kind }

  package var capabilities: Set<Capability> { isCopy ? [] : original.capabilities }

  package var file: String? { original.file }

  package var appName: AppName? { original.appName }

  package var actions: [TargetAction] { isCopy ? [] : original.actions }

  /// The tree, or what the changes made of its copy.
  package func state() throws -> TreeState {
    guard var state = copied else { return try original.state() }
    if let snapshot = made.last?.snapshot { state.snapshot = snapshot }
    return state
  }

  package func raise(
    _ message: Message, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    try require(.handlers)
    return try original.raise(message, atNodeWithID: id, of: tree)
  }

  package func leakedModels() throws -> [LeakedModel] {
    try require(.leaks)
    return try original.leakedModels()
  }

  package func perform(_ action: String, _ arguments: [String]) throws -> String {
    try require(.actions)
    return try original.perform(action, arguments)
  }
}

// The changes.
extension WhatIfTarget {
  /// Whether answers are for a changed copy.
  var isCopy: Bool { copied != nil }

  /// The tree before the changes.
  func before() throws -> TreeState { try copied ?? original.state() }

  /// The changes in words.
  var changes: [String] { made.map(\.change) }

  /// Looks at another target from now on.
  func look(at other: any InspectionTarget) {
    reset()
    original = other
  }

  /// Changes the copy, which is taken now where there is none.
  func change(_ words: String, _ edit: (Snapshot) throws -> Snapshot) throws {
    let state = try state()
    made.append((words, try edit(state.snapshot)))
    if copied == nil { copied = state }
  }

  /// Takes the last change back, and returns what it was.
  func undo() -> String? {
    let last = made.popLast()
    if made.isEmpty { copied = nil }
    return last?.change
  }

  /// Takes all changes back.
  func reset() {
    made = []
    copied = nil
  }
}
