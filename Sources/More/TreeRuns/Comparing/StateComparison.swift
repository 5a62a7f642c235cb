import TreeJournal
import TreeSnapshot

/// Compares the labels and states of matched models at the moments that two runs share: before each matched
/// record without a cause, if the same records precede it in both, and at the ends. Values that may be older
/// don't count.
struct StateComparison {
  private let alignment: Alignment
  private let ends: (old: Int32, new: Int32)?
  /// The places of the shared records.
  private var moments: [(old: Int32, new: Int32)] = []
  /// By place: the number of moments at it and before it.
  private var (oldRanks, newRanks): ([Int32], [Int32]) = ([], [])

  /// - Parameter ends: The last places with a tree; nil if a run has none, or hasn't ended.
  init(_ alignment: Alignment, ends: (old: Int32, new: Int32)?) {
    self.alignment = alignment
    self.ends = ends
    findMoments()
    oldRanks = Self.ranks(moments.map(\.old), alignment.old.count)
    newRanks = Self.ranks(moments.map(\.new), alignment.new.count)
  }

  private mutating func findMoments() {
    let (old, new) = (alignment.old, alignment.new)
    // The matched records before: their number, the last partner, and the same number in the newer run.
    var (count, last, place, other) = (0, Run.none, Int32(0), 0)
    for (index, entry) in old.entries.enumerated() where entry.partner >= 0 {
      if entry.parent < 0, last < entry.partner {
        while place < entry.partner {
          if new[place].partner >= 0 { other += 1 }
          place += 1
        }
        let isBeforeEnds = ends.map { index <= $0.old && entry.partner <= $0.new } ?? true
        if other == count, isBeforeEnds { moments.append((Int32(index), entry.partner)) }
      }
      last = max(last, entry.partner)
      count += 1
    }
  }

  private static func ranks(_ moments: [Int32], _ count: Int) -> [Int32] {
    var ranks = Array(repeating: Int32(0), count: count)
    for place in moments { ranks[Int(place)] = 1 }
    for place in ranks.indices.dropFirst() { ranks[place] += ranks[place - 1] }
    return ranks
  }

  // MARK: Differences

  private struct Subject: Hashable {
    var model: Int32
    var key: UInt64
  }

  /// The first difference of each label and value.
  func differences() -> [Difference] {
    let (old, new) = (alignment.old, alignment.new)
    var others = Dictionary(grouping: new.spans) { Subject(model: $0.model, key: $0.key) }
    var all: [Difference] = []
    func compare(_ one: [StateSpan], _ other: [StateSpan]) {
      if let difference = difference(one, other) { all.append(difference) }
    }
    /// What says that a model has no other values than those of its spans.
    func absence<Spans: Sequence<StateSpan>>(_ spans: Spans) -> [Int32: [StateSpan]] {
      Dictionary(grouping: spans.filter { $0.key == StateSpan.ofOthers }, by: \.model)
    }
    let (absent, otherAbsent) = (absence(old.spans), absence(new.spans))
    let subjects = Dictionary(grouping: old.spans) {
      Subject(model: old.all[Int($0.model)].partner, key: $0.key)
    }
    for (subject, spans) in subjects where subject.model >= 0 {
      compare(spans, others.removeValue(forKey: subject) ?? otherAbsent[subject.model] ?? [])
    }
    for (subject, spans) in others {
      compare(absent[new.all[Int(subject.model)].partner] ?? [], spans)
    }
    return all
  }

  private func difference(_ one: [StateSpan], _ other: [StateSpan]) -> Difference? {
    var (index, otherIndex) = (0, 0)
    while index < one.count, otherIndex < other.count {
      let (span, otherSpan) = (one[index], other[otherIndex])
      let (range, otherRange) = (moments(of: span, .old), moments(of: otherSpan, .new))
      let moment = max(range.lowerBound, otherRange.lowerBound)
      if span.value != otherSpan.value, moment < min(range.upperBound, otherRange.upperBound) {
        var difference = Difference(
          .state, span.place, otherSpan.place, in: (-1, -1), models: (span.model, otherSpan.model))
        difference.anchor = moment < moments.count ? moments[moment].old - 1 : ends?.old ?? Run.none
        return difference
      }
      if range.upperBound <= otherRange.upperBound { index += 1 } else { otherIndex += 1 }
    }
    return nil
  }

  /// The numbers of the moments at which a value is known; the last one is the end.
  private func moments(of span: StateSpan, _ side: RunSide) -> Range<Int> {
    let ranks = side == .old ? oldRanks : newRanks
    func rank(_ place: Int32) -> Int {
      place < 0 || ranks.isEmpty ? 0 : Int(ranks[min(Int(place), ranks.count - 1)])
    }
    let isAtEnd = ends.map { span.last >= (side == .old ? $0.old : $0.new) } ?? false
    let first = rank(span.first)
    return first..<max(first, isAtEnd ? moments.count + 1 : rank(span.last + 1))
  }
}

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
