import TreeSnapshot

extension LintRule {
  /// An error that is declared and that no model of the tree handles.
  static let unhandledDeclaration = LintRule(
    "unhandled-declaration", .note,
    looksFor: "An error that the app declares and that no model of the tree handles.",
    definition: """
      Told once for an error, at the root, where nobody is registered for it or for its whole domain \
      and nobody is known to raise it: from wherever it came, it would be uncaught. Where somebody \
      is known to raise it, uncaught-error tells of it there.
      """,
    remedy: "Register the root session for it or for its whole domain; where the models that raise "
      + "and handle it are only not there yet, nothing is to be done."
  ) { subject in
    subject.messages.messages.compactMap { key in
      guard key.kind == .error, !key.code.isNone, subject.messages.raisers[key] == nil,
        subject.taker(of: key, within: subject.snapshot.positions) == nil
      else { return nil }
      let message = subject.message(key)
      return LintObservation(
        place: subject.place(of: 0),
        reason: "\(message) is declared, and no model of this tree is registered for it",
        message: message)
    }
  }
}
