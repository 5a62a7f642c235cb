package import TextIO
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
  /// The changes, one after the other; the last has the tree that it made.
  private var made: [Change] = []

  private struct Change {
    var words: String
    /// Makes the tree out of the one before.
    var edit: (Snapshot) throws -> Snapshot
    /// The tree that it made: of so many changes one keeps it, since hundreds of them would fill the
    /// memory. What lies between is made again where changes are taken back.
    var snapshot: Snapshot?
  }

  private static let keptOfChanges = 32

  /// The record after which the tree is looked at, and the tree as it was then, or why there is none;
  /// nil for the present tree.
  ///
  /// The tree is kept, as the journal of an app that goes on may drop the moment.
  var past: (moment: Int, state: Result<TreeState, any Error>)?

  init(_ original: any InspectionTarget) { self.original = original }

  /// The same target with the changes that another has now, for one command.
  init(copying other: WhatIfTarget, attendedBy attendant: TargetAttendant) {
    original = other.original.attended(by: attendant)
    copied = other.copied
    made = other.made
    past = other.past
  }

  /// The number of the record after which the tree is looked at; nil for the present tree.
  var moment: Int? { past?.moment }

  package var name: String {
    original.name + (moment.map { " at \($0)" } ?? "") + (isCopy ? " what-if" : "")
  }

  /// What the tree itself is called, whichever of its states is looked at.
  var treeName: String { original.name }

  package var kind: TargetKind {
    if isCopy && original.kind.isLive { return .copy }
    return moment == nil || isCopy ? original.kind : .moment
  }

  package var capabilities: Set<Capability> {
    if isCopy { return [] }
    return moment == nil ? original.capabilities : original.capabilities.intersection([.journal])
  }

  package var remark: SafeText? { moment == nil ? original.remark : nil }

  package var file: String? { original.file }

  package var appName: AppName? { original.appName }

  package var actions: [TargetAction] { isCopy || moment != nil ? [] : original.actions }

  /// The tree, or what the changes made of its copy.
  package func state() throws -> TreeState {
    guard var state = copied else { return try present() }
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

  package func journal(after record: Int) throws -> JournalLook {
    try require(.journal)
    return try original.journal(after: record)
  }

  /// The tree at the moment that was chosen, else the present one.
  private func present() throws -> TreeState { try past?.state.get() ?? original.state() }

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
  func before() throws -> TreeState { try copied ?? present() }

  /// The changes in words.
  var changes: [String] { made.map(\.words) }

  /// Looks at another target from now on.
  func look(at other: any InspectionTarget) {
    reset()
    past = nil
    original = other
  }

  /// Changes the copy, which is taken now where there is none.
  ///
  /// - Parameters:
  ///   - words: the change as it was typed.
  ///   - prepare: finds what is to be changed in the tree as it is, and returns what changes it.
  func change(
    _ words: String, _ prepare: (Snapshot) throws -> (Snapshot) throws -> Snapshot
  ) throws {
    let state = try state()
    let edit = try prepare(state.snapshot)
    let snapshot = try edit(state.snapshot)
    if let last = made.indices.last, last % Self.keptOfChanges != 0 { made[last].snapshot = nil }
    made.append(Change(words: words, edit: edit, snapshot: snapshot))
    if copied == nil { copied = state }
  }

  /// Takes the last change back, and returns what it was.
  func undo() throws -> String? {
    let last = made.popLast()
    if let end = made.indices.last, made[end].snapshot == nil {
      let start = end - end % Self.keptOfChanges
      guard var snapshot = made[start].snapshot else { return last?.words }
      for change in made[(start + 1)...] { snapshot = try change.edit(snapshot) }
      made[end].snapshot = snapshot
    }
    if made.isEmpty { copied = nil }
    return last?.words
  }

  /// Takes all changes back.
  func reset() {
    made = []
    copied = nil
  }
}
