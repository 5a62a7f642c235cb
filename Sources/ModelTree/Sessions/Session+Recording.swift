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
}

extension ModelFacts {
  /// Asks models, which are used on the main actor alone.
  fileprivate static var ofModels: ModelFacts {
    ModelFacts(
      services: { object in
        // `nonisolated(unsafe)`: stores call this on the main actor, where it stays.
        nonisolated(unsafe) let object = object
        return MainActor.assumeIsolated { (object as? Session)?.serviceNames ?? [] }
      },
      representation: { object in
        nonisolated(unsafe) let object = object
        return MainActor.assumeIsolated {
          unsafeDowncast(object, to: Model.self).representation.map { type(of: $0) }
        }
      },
      description: { object in
        nonisolated(unsafe) let object = object
        return MainActor.assumeIsolated {
          let model = unsafeDowncast(object, to: Model.self)
          return ModelDescriptions.Description(label: model.label, state: model.state)
        }
      })
  }
}
