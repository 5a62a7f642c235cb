package import TextIO
package import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

/// The subscriptions that nearly got a message, according to a journal: those that ended before, with
/// the cause, and those made after the moment of the message.
package struct RecordedMisses {
  /// Subscriptions that ended before the message, those of models on its way first.
  package var ended: [RecordedInterest]
  /// Subscriptions made after the message.
  package var later: [RecordedInterest]
  /// The record that the message is raised at.
  package let moment: Int
  package let words: RecordWords

  /// Searches a journal. Costs a few passes over its registrations.
  ///
  /// - Parameters:
  ///   - moment: The record that the message is raised at.
  ///   - way: The ids of the models that an error or a bubble passes; later subscriptions of others don't
  ///     matter.
  package init(
    of message: Message, at moment: Int, ofTree tree: Int, way: Set<Int>,
    _ contents: JournalContents, _ words: RecordWords
  ) {
    let interests = RecordedInterests(in: message, ofTree: tree, contents, words.types)
    let all = interests.ended(at: moment)
    ended = all.filter { way.contains($0.node.id) } + all.filter { !way.contains($0.node.id) }
    later = interests.later(than: moment).filter {
      message.kind == .event || way.contains($0.node.id)
    }
    self.moment = moment
    self.words = words
  }

  /// A clause for each, up to two of a kind.
  package var clauses: [SafeText] {
    ended.prefix(2).map(words.end) + later.prefix(2).map { words.registration($0, after: moment) }
  }

  /// Whether there are none.
  package var isEmpty: Bool { ended.isEmpty && later.isEmpty }

  /// Whether it knows the cause of the end of a model's subscription.
  package func knows(_ miss: NearMiss, in snapshot: Snapshot) -> Bool {
    let id = snapshot[miss.node].id
    return miss.reason == .ended
      && ended.contains { $0.node.id == id && $0.subscription.code == miss.subscription.code }
  }
}
