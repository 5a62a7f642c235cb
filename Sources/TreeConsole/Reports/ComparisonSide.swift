import TextIO
import TreeComparison
import TreeJournal

/// One of two compared runs, in words.
struct ComparisonSide {
  let name: SafeText
  let side: RunSide
  let run: Run
  private let rates: [Int32: (old: Double, new: Double)]
  let contents: JournalContents
  let words: RecordWords
  let types: JournalTypes

  static let nothing: SafeText = "nothing"

  init(_ compared: ComparedRun, _ comparison: RunComparison, _ side: RunSide, name: SafeText) {
    self.name = name
    self.side = side
    run = side == .old ? comparison.old : comparison.new
    rates = comparison.rates
    contents = compared.look.contents
    types = JournalTypes(of: contents)
    words = RecordWords(contents: contents, types: types)
  }

  func record(_ place: Int32) -> JournalRecord? {
    place < 0 ? nil : contents[run.number(place)]
  }

  /// The number of a record.
  func number(_ place: Int32) -> SafeText { place < 0 ? "–" : "\(run.number(place))" }

  /// This side of a difference.
  func words(of difference: Difference) -> SafeText {
    let (place, model) = (difference.place(side), difference.model(side))
    switch difference.what {
    case .start where model < 0: return Self.nothing
    case .start:
      let isInBoth = difference.models.old >= 0 && difference.models.new >= 0
      return "\(run.path(model)) "
        + (isInBoth ? "has other subscriptions or services" : "exists")
    case .leak where place < 0: return "\(run.path(model)) is released"
    case .state where place < 0: return "\(run.path(model)) has another label or state"
    default:
      let rate = rate(of: difference).map {
        ", \(ActivityReport.rounded($0)) times a second" as SafeText
      }
      return (sentence(place, in: difference.context(side)) ?? Self.nothing) + (rate ?? "")
    }
  }

  /// How often a difference in rate comes in a second.
  func rate(of difference: Difference) -> Double? {
    guard difference.what == .rate, let rates = rates[difference.old] else { return nil }
    return side == .old ? rates.old : rates.new
  }

  /// A record's sentence, without its model if the handler or action is the model's own.
  func sentence(_ place: Int32, in context: Int32) -> SafeText? {
    guard let record = record(place) else { return nil }
    if record.event == .attached { return words.sentence(record) }
    let isOfHandler = self.record(context).map { $0.event == .handled || $0.event == .uncaught }
    let subject = isOfHandler == true ? run.other(of: context) : run.model(of: context)
    return sentence(record, place, withoutSubject: subject)
  }

  /// A record's sentence, without its model if that is the given one.
  func sentence(
    _ record: JournalRecord, _ place: Int32, withoutSubject subject: Int32
  ) -> SafeText {
    let sentence = words.sentence(record)
    let name = words.name(record.node).string + " "
    guard subject >= 0, subject == run.model(of: place), sentence.string.hasPrefix(name) else {
      return sentence
    }
    return SafeText(sentence.string.dropFirst(name.count))
  }

  /// The handler, action or answer of a record.
  func context(_ record: JournalRecord, _ place: Int32) -> SafeText {
    let name = RecordWords.name(record.message)
    let model = run.type(run.model(of: place))
    switch record.event {
    case .handled, .uncaught: return "in \(run.type(run.other(of: place)))'s handler of \(name)"
    case .received: return "in \(model)'s handler of \(name)"
    case .delivered: return "in a handler of \(name)"
    case .raised: return "in the delivery of \(name), raised by \(model)"
    case .performed: return "in the action '\(record.action ?? "…")'"
    case .ended: return "in the answer to \(model)'s work"
    case .started: return "in the work that \(model) started"
    default: return "after \(words.sentence(record))"
    }
  }
}
