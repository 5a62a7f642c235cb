import TreeJournal
import TreeSnapshot

/// A label, or a value of a state, and between which records it is known to be that.
struct StateSpan: Sendable {
  let model: Int32
  /// The key of the state, as a number; 0 for the label, and `ofOthers`.
  let key: UInt64
  /// The value without ids, as a number; 0 for none.
  let value: UInt64
  /// The record that says so; -1 for a checkpoint.
  let place: Int32
  /// It is so after each of these records.
  let first: Int32
  var last: Int32

  /// The key of a span with the records between which a model is known to have no other label and values.
  static let ofOthers: UInt64 = 2
}

/// Collects what the models of a run say of themselves.
struct StateSpans: Sendable {
  private struct Subject: Hashable {
    var model: Int32
    var key: UInt64
  }

  private var spans: [StateSpan] = []
  /// The last span of each label and value.
  private var latest: [Subject: Int] = [:]
  /// By detached model: the last record before which it was looked at.
  private var departures: [Int32: Int32] = [:]

  private static func number(_ text: String?) -> UInt64 {
    text.map { RecordSignature.number(RecordSignature.plain($0)) | 1 } ?? 0
  }

  /// Takes what a checkpoint says of a model.
  ///
  /// - Parameter looked: A place at which that was so; it may be before the run.
  mutating func take(_ entry: ReplayedTree.Entry, of model: Int32, looked: Int32) {
    begin(model, entry.label, entry.state, Run.none, from: looked)
  }

  /// Takes a look at a model.
  mutating func take(_ record: JournalRecord, of model: Int32, at place: Int32, first: Int) {
    if record.event == .described {
      return begin(model, record.label, record.state, place, from: place)
    }
    let subject = Subject(model: model, key: record.key.map { Self.number($0) } ?? 0)
    let before = Int32(clamping: (record.since ?? 0) - first)
    let others = Subject(model: model, key: StateSpan.ofOthers)
    if latest[subject] == nil, record.old == nil, let known = latest[others] {
      add(subject, nil, Run.none, from: spans[known].first)
    }
    if let last = latest[subject] { spans[last].last = max(spans[last].first, before) }
    add(subject, record.new, place, from: place)
    if latest[others] == nil { add(others, nil, Run.none, from: place) }
  }

  /// Takes the departure of a model, and of those below it.
  mutating func take(departure record: JournalRecord, of model: Int32, first: Int) {
    departures[model] = Int32(clamping: (record.since ?? 0) - first)
  }

  private mutating func begin(
    _ model: Int32, _ label: String?, _ state: [StateEntry], _ place: Int32, from: Int32
  ) {
    if label != nil { add(Subject(model: model, key: 0), label, place, from: from) }
    for entry in state {
      add(Subject(model: model, key: Self.number(entry.key)), entry.value, place, from: from)
    }
    let others = Subject(model: model, key: StateSpan.ofOthers)
    if latest[others] == nil { add(others, nil, Run.none, from: from) }
  }

  private mutating func add(_ subject: Subject, _ value: String?, _ place: Int32, from: Int32) {
    latest[subject] = spans.count
    spans.append(
      StateSpan(
        model: subject.model, key: subject.key, value: Self.number(value), place: place,
        first: from,
        last: from))
  }

  /// The spans, those without an end up to the last look at each model.
  consuming func finished(_ models: [Run.Model], looked: Int32) -> [StateSpan] {
    // Parents come before their children.
    var ends = Array(repeating: looked, count: models.count)
    for (index, model) in models.enumerated() {
      if model.parent >= 0 { ends[index] = ends[Int(model.parent)] }
      if let departure = departures[Int32(index)] { ends[index] = min(ends[index], departure) }
    }
    for index in latest.values {
      spans[index].last = max(spans[index].first, ends[Int(spans[index].model)])
    }
    return spans
  }
}
