extension Session {
  /// Records everything in the session's tree from now on: of a local session, the tree that it is in.
  /// Costs a walk over the tree.
  ///
  /// - Parameter journal: the journal, in place of another one.
  public final func record(in journal: Journal) { beginRecording(in: journal) }
}

extension Model {
  /// Records everything in the tree that the model is in. Costs a walk over it.
  package final func beginRecording(in journal: Journal) {
    store.modelFacts = .ofModels
    store.record(in: journal.recorder)
  }

  /// Names the tree, for a journal that it begins to be recorded in later.
  package final func nameTree(_ name: String) { store.appName = name }
}

extension ModelFacts {
  /// Asks models, which are used on the main actor alone.
  fileprivate static var ofModels: ModelFacts {
    ModelFacts(
      services: { ask($0) { ($0 as? Session)?.serviceNames ?? [] } },
      isRunning: { ask($0) { ($0 as? Session)?.isRunning ?? true } },
      representation: { ask($0) { $0.representation.map { type(of: $0) } } },
      description: { ask($0) { ModelDescriptions.Description(label: $0.label, state: $0.state) } })
  }

  /// Stores call this on the main actor.
  private static func ask<Fact: Sendable>(
    _ object: AnyObject, _ question: @MainActor (Model) -> Fact
  ) -> Fact {
    let model = unsafeDowncast(object, to: Model.self)
    return MainActor.assumeIsolated { question(model) }
  }
}
