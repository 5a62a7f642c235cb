import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

extension RuleName {
  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}

extension LintSubject {
  /// Prepares the tree of a view.
  ///
  /// - Parameter raised: More messages that models are known to raise, by the types of the models.
  init(of view: View, raising raised: [String: [DeclaredMessage]] = [:]) throws {
    self.init(try view.state().snapshot.raising(raised))
  }
}

extension JournalContents {
  /// The messages that models raised, by the type of the model, each once in the order of the first time.
  /// Tests of an inspector don't count, nor models whose types aren't kept any more.
  ///
  /// Costs a look at each record that is kept.
  func messagesRaisedByTypes() -> [String: [DeclaredMessage]] {
    let types = JournalTypes(of: self)
    var raised: [String: [DeclaredMessage]] = [:]
    forEachRecord(of: [.raised]) { record in
      guard !record.isTest, let message = record.message?.declared,
        let type = record.type ?? types[record.node],
        raised[type]?.contains(message) != true
      else { return true }
      raised[type, default: []].append(message)
      return true
    }
    return raised
  }
}
