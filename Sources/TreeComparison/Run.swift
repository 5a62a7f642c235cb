import TreeJournal

/// What happened in a run: its records as a forest, in which below each record lie those that it led to.
///
/// Records are known by their places, counted from the first one that counts. It takes some fifty bytes for
/// each.
package struct Run: Sendable {
  /// A model of a run.
  struct Model: Sendable {
    let node: JournalNode
    /// The parent; -1 for none.
    let parent: Int32
    /// The number of its type.
    let type: Int32
    /// The record that attached it; -1 if a checkpoint had it, or nothing tells.
    var record: Int32 = -1
    /// Whether a checkpoint had it, or a record attached it.
    var isPlaced = false
    /// The types from the root on, as a number.
    let shape: UInt64
    /// What it can be told by: the same number for two models that are matched, else the shape.
    var key: UInt64
    /// The model of the other run; -1 for none.
    var partner: Int32 = -1
    /// What it held when a checkpoint first had it, as a number; and how many records were before that.
    var holdings: UInt64 = 0
    var since: Int32 = 0
  }

  /// No record, or no model.
  static let none: Int32 = -1

  /// The number of the first record that counts.
  package let first: Int
  /// How many records count, those that are not understood included.
  package var count: Int { events.count }

  /// The kinds of the records; 0 for one that is not understood.
  var events: [UInt8] = []
  /// What each record tells, but for its models and details, as a number.
  var keys: [UInt64] = []
  /// What else it tells, as a number.
  var details: [UInt64] = []
  var parents: [Int32] = []
  var firstChildren: [Int32] = []
  var nextSiblings: [Int32] = []
  /// The model that did it, or under which a model was attached.
  var models: [Int32] = []
  /// The model that handled it, or that was attached.
  var others: [Int32] = []
  /// Whether a record came after what led to it was over: from a task of its own.
  var isLate: [Bool] = []
  /// The first record without a cause.
  var firstRoot = Run.none

  var all: [Model] = []
  var typeNames: [String] = []
  /// The trees in the order in which they came, each by its root.
  var trees: [Int32] = []

  init(first: Int) { self.first = first }

  func event(_ place: Int32) -> JournalEvent? { JournalEvent(rawValue: events[Int(place)]) }

  /// The number of a record in its journal.
  package func number(_ place: Int32) -> Int { first + Int(place) }

  /// The name of a model's type.
  package func type(_ model: Int32) -> String {
    model < 0 ? "…" : typeNames[Int(all[Int(model)].type)]
  }

  /// The types from below the root down to a model.
  package func path(_ model: Int32) -> String {
    var names: [String] = []
    var next = model
    while next >= 0, names.count < 24 {
      names.append(type(next))
      next = all[Int(next)].parent
    }
    if names.count > 1, next < 0 { names.removeLast() }
    return names.reversed().joined(separator: "/")
  }

  /// The model that did something, or under which another was attached; -1 for none.
  package func model(of place: Int32) -> Int32 { place < 0 ? Run.none : models[Int(place)] }

  /// The model that handled a message, or was attached; -1 for none.
  package func other(of place: Int32) -> Int32 { place < 0 ? Run.none : others[Int(place)] }

  func modelKey(_ model: Int32) -> UInt64 { model < 0 ? 0 : all[Int(model)].key }

  /// What a record can be told by among those that one handler led to.
  func key(_ place: Int32) -> UInt64 {
    Run.mixed(keys[Int(place)], modelKey(models[Int(place)]))
  }

  static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var value = one ^ (other &* 0x9E37_79B9_7F4A_7C15)
    value = (value ^ (value >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return value ^ (value >> 29)
  }
}
