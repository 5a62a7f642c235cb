import TreeSnapshot

extension LintRule {
  /// An error that is declared and that no model of the tree handles.
  static let unhandledDeclaration = LintRule(
    "unhandled-declaration", .note,
    looksFor: "An error that the app declares and that no model of the tree handles.",
    definition: """
      Reported once for an error, at the root, where no model is registered for it or for its whole \
      domain and no model is known to raise it: raised anywhere, it would be uncaught. Where a model \
      is known to raise it, uncaught-error reports it there.
      """,
    remedy: "Register the root session for it or for its whole domain; where only the models that "
      + "raise and handle it are not in the tree yet, do nothing."
  ) { subject in
    subject.messages.messages.compactMap { key in
      guard key.kind == .error, !key.code.isNone, subject.messages.raisers[key].isEmpty,
        subject.taker(of: key, within: subject.snapshot.positions) == nil
      else { return nil }
      return LintFinding(.declaredOnly(key), at: subject.place(of: 0))
    }
  }
}
