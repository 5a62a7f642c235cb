import TextIO
import TreeAnalysis
import TreeSnapshot

/// Messages of a tree as a spec writes them: by their labels, where a message has one label and it has one
/// message, and else by their codes.
final class MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  private let numbers: MessageNumbers
  /// By the number of a message: its label; `Symbol.none` where it has none or several.
  private let labels: [Symbol]

  /// The names that were asked for, one behind the other.
  private var written = GrowingBuffer<UInt8>()
  /// By the number of a message: where its name is among them; empty until it is asked for.
  private var places: [Range<Int>]

  /// Costs a pass over all that models are registered for and raise.
  init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
    numbers = MessageList(columns).numbers
    labels = Self.uniqueLabels(columns, numbers)
    places = Array(repeating: 0..<0, count: numbers.count)
  }

  /// `error NetworkErrors.badToken`; `error NetworkErrors.*` for the whole domain.
  func element(_ record: SubscriptionRecord) -> SpecElement {
    SpecElement(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`.
  func name(_ key: MessageKey) -> String {
    var text = GrowingBuffer<UInt8>()
    append(key, to: &text)
    return text.text
  }

  /// Adds the same to text.
  func append(_ key: MessageKey, to text: inout GrowingBuffer<UInt8>) {
    guard let number = numbers.number(of: key) else { return write(key, to: &text) }
    if places[number].isEmpty {
      let start = written.count
      write(key, to: &written)
      places[number] = start..<written.count
    }
    let place = places[number]
    written.withElements(from: place.lowerBound) {
      text.append(.init(rebasing: $0[..<place.count]))
    }
  }

  private func write(_ key: MessageKey, to text: inout GrowingBuffer<UInt8>) {
    let name = key.code.isNone ? nil : codeOrLabel(of: key)
    if SpecText.append(plainMessage: key.domain, name, of: columns, to: &text) { return }
    let domain = columns.symbols.string(key.domain)
    text.append(
      name.map { SpecText.messageName(domain, columns.symbols.string($0)) }
        ?? "\(SpecText.escaped(domain)).*")
  }

  private func codeOrLabel(of key: MessageKey) -> Symbol {
    guard let number = numbers.number(of: key), !labels[number].isNone else { return key.code }
    let label = labels[number]
    switch columns.symbols.withBytes(of: label, { $0.isEmpty ? nil : $0.allSatisfy { $0 < 0x80 } })
    {
    case nil: return key.code
    case true?:
      // Among the names of one domain, one of ASCII is found by its bytes.
      let other = MessageKey(kind: key.kind, domain: key.domain, code: label)
      return other == key || numbers.number(of: other) == nil ? label : key.code
    case false?:
      let (domain, name) = (columns.symbols.string(key.domain), columns.symbols.string(label))
      let found = names.find(key.kind, domain: domain, name: name)?.message
      // The label may be another message's code; as strings the two forms of `é` are equal.
      let code = columns.symbols.string(key.code)
      return found?.code.utf8.elementsEqual(code.utf8) == true ? label : key.code
    }
  }

  /// Which of several labels a tree is known by depends on the order of its models.
  private static func uniqueLabels(_ columns: Columns, _ numbers: MessageNumbers) -> [Symbol] {
    var labels = [Symbol](repeating: .none, count: numbers.count)
    var isUnique = [Bool](repeating: true, count: numbers.count)
    /// The messages named by their labels, as if those were their codes, and which had each name last.
    var named = MessageNumbers()
    var owners: [Int] = []
    func note(_ record: SubscriptionRecord) {
      if record.code.isNone || record.label.isNone { return }
      guard let number = numbers.number(of: MessageKey(record)) else { return }
      if labels[number].isNone { labels[number] = record.label }
      if labels[number] != record.label { isUnique[number] = false }
      let name = named.note(
        MessageKey(kind: record.kind, domain: record.domain, code: record.label))
      if name == owners.count { owners.append(number) }
      if owners[name] != number {
        isUnique[owners[name]] = false
        isUnique[number] = false
      }
      owners[name] = number
    }
    columns.vocabulary.forEach(note)
    columns.nodes.subscriptions.forEach(note)
    columns.nodes.raises.forEach(note)
    for number in labels.indices where !isUnique[number] { labels[number] = .none }
    return labels
  }
}
