import TreeSnapshot

/// What becomes of each message of a tree, found when it is asked for.
package struct Coverages: Sequence, IteratorProtocol {
  private let index: MessageIndex
  private let asked: AskedModels
  private var position = 0
  private var models = AskedModels.Models()

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    index = MessageIndex(snapshot)
    asked = AskedModels(snapshot, selected)
  }

  /// How many messages there are.
  package var count: Int { index.numbers.count }

  /// What becomes of the next message. Costs as many steps as it has subscriptions.
  package mutating func next() -> Coverage? {
    guard position < count else { return nil }
    let number = index.numbers[position]
    position += 1
    models.removeAll()
    index.append(takersOfMessage: number, to: &models.takers)
    for raiser in index.raisers.entries(of: number) { models.raisers.append(raiser.node) }
    let subject = index.subject(number)
    return subject.kind == .event
      ? asked.event(subject, &models) : asked.rising(subject, &models)
  }
}
