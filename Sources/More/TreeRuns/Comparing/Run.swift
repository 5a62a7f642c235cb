package import TreeJournal

/// The records of a run as a forest: below each record are those that it led to.
///
/// A place is the index of a record, counted from the first compared one. Takes about 40 bytes for each.
package struct Run: Sendable {
  /// A model of a run.
  struct Model: Sendable {
    /// The parent; -1 for none.
    let parent: Int32
    let type: String
    /// The record that attached it; -1 if a checkpoint had it, or if the journal doesn't say.
    var record: Int32 = -1
    /// Whether a checkpoint had it, or a record attached it.
    var isPlaced = false
    /// The types from the root on, as a number.
    let shape: UInt64
    /// The same number for two matched models, else the shape.
    var key: UInt64
    /// The model of the other run; -1 for none.
    var partner: Int32 = -1
    /// The record that detached it; -1 for none.
    var left: Int32 = -1

    /// Whether a checkpoint had it before any record.
    var isOfCheckpoint: Bool { isPlaced && record < 0 }
  }

  /// A label, or a value of a state, as it was read.
  struct Value: Sendable {
    let model: Int32
    /// The key of the state; nil for the label.
    let key: String?
    /// The value without ids; nil for none.
    let value: String?
    /// The record that says so; -1 for a checkpoint, and for what was before the first record.
    let place: Int32
  }

  /// No record, or no model.
  static let none: Int32 = -1

  package let contents: JournalContents
  /// The number of the first compared record.
  package let first: Int
  /// The number of records, including those that aren't understood.
  package var count: Int { entries.count }

  /// One record.
  struct Entry: Sendable {
    /// Its kind; nil if it isn't understood.
    var event: JournalEvent?
    /// Its main content except for models, as a number.
    var key: UInt64 = 0
    var parent = Run.none
    /// The records that it led to, in order.
    var children: [Int32] = []
    /// The number of the latest record before its handler, action or answer returned.
    var end = Int.max
    /// The model that did it, or under which a model was attached.
    var model = Run.none
    /// The model that handled it, or that was attached.
    var other = Run.none
    /// The same record of the other run.
    var partner = Run.none
    /// Whether it came from a separate task, after the handler, action or answer that led to it.
    var isLate = false
  }

  var entries: [Entry] = []
  /// The records without a cause.
  var roots: [Int32] = []

  var all: [Model] = []
  /// The labels and values of states that were read, in order.
  var values: [Value] = []
  /// The records of actions, in order.
  var actions: [Int32] = []

  /// Whether texts are compared.
  private let hasTexts: Bool

  init(_ contents: JournalContents, first: Int, hasTexts: Bool) {
    (self.contents, self.first, self.hasTexts) = (contents, first, hasTexts)
  }

  /// The record at a place; nil for none.
  package func record(_ place: Int32) -> JournalRecord? {
    place < 0 ? nil : contents[number(place)]
  }

  /// The record at a place, with the texts that are compared; nil for none.
  func compared(_ place: Int32) -> JournalRecord? {
    guard var record = record(place), !hasTexts else { return record(place) }
    record.words.removeLast(max(0, record.words.count - 1))
    (record.context, record.underlying, record.value) = (nil, nil, nil)
    return record
  }

  subscript(place: Int32) -> Entry {
    get { entries[Int(place)] }
    set { entries[Int(place)] = newValue }
  }

  /// The number of a record in its journal.
  package func number(_ place: Int32) -> Int { first + Int(place) }

  /// The name of a model's type.
  package func type(_ model: Int32) -> String {
    model < 0 ? "…" : all[Int(model)].type
  }

  /// The types from the root down to a model, as a selector; the last ones of a long way.
  package func selector(_ model: Int32) -> String {
    let models = line(above: model, limit: 64)
    let isWhole = models.last.map { all[Int($0)].parent < 0 } ?? true
    return (isWhole ? "" : "…") + models.map { "/" + type($0) }.reversed().joined()
  }

  /// A model and those above it, the nearest first.
  func line(above model: Int32, limit: Int = .max) -> [Int32] {
    var models: [Int32] = []
    var next = model
    while next >= 0, models.count < limit {
      models.append(next)
      next = all[Int(next)].parent
    }
    return models
  }

  /// The model that did something, or under which another was attached; -1 for none.
  package func model(of place: Int32) -> Int32 { place < 0 ? Run.none : self[place].model }

  /// The model that handled a message, or was attached; -1 for none.
  package func other(of place: Int32) -> Int32 { place < 0 ? Run.none : self[place].other }

  func modelKey(_ model: Int32) -> UInt64 { model < 0 ? 0 : all[Int(model)].key }

  /// Distinguishes a record from the others that one handler led to.
  func key(_ place: Int32) -> UInt64 {
    Run.mixed(self[place].key, modelKey(self[place].model))
  }

  /// The types of the models that a record names.
  func types(_ place: Int32) -> [String] {
    [self[place].model, self[place].other].filter { $0 >= 0 }.map(type)
  }

  static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var value = one ^ (other &* 0x9E37_79B9_7F4A_7C15)
    value = (value ^ (value >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return value ^ (value >> 29)
  }
}
