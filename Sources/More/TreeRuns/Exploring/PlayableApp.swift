package import TreeJournal
package import TreeSnapshot

/// An app that is explored, from its start to its end.
package protocol PlayableApp: AnyObject {
  /// Looks at it once it is at rest.
  func look() async throws -> AppLook

  /// The latest record of its journal; 0 without one.
  func latestRecord() async throws -> Int

  /// Does something, and waits until it is at rest: it needs time, an answer or another step.
  ///
  /// - Returns: what the app did if it refused; nil if it did it.
  /// - Throws: `AppFailure` if the app can't go on.
  func take(_ step: Step) async throws -> Refusal?

  /// Closes and ends the app.
  func finish() async -> AppEnd
}

/// What is seen of an app between two steps.
package struct AppLook {
  /// Its tree; nil if it has none now.
  package var tree: Snapshot?
  /// What a person can do.
  package var actions: [TargetAction]
  /// What it waits for.
  package var waiting: [Waiting]

  package init(tree: Snapshot?, actions: [TargetAction], waiting: [Waiting]) {
    self.tree = tree
    self.actions = actions
    self.waiting = waiting
  }
}

/// What an app did that refused a step.
package enum Refusal {
  case didNothing, didSomething
}

/// Why an app can't go on.
package struct AppFailure: Error {
  package var kind: Failure.Kind
  package var message: String

  package init(_ kind: Failure.Kind, _ message: String) {
    (self.kind, self.message) = (kind, message)
  }
}

/// What is left of an app.
package struct AppEnd {
  /// What it did; nil without a journal.
  package var journal: JournalContents?
  /// The models that had left its tree and were still alive before it was closed.
  package var leaks: [LeakedModel] = []
  /// The type of the session that is still open after everything was closed.
  package var openSession: String?
  /// What is left after everything was closed, by the types of its models.
  package var growth: [(type: String, message: String)] = []
  /// Work that did not end when everything was closed.
  package var working: [Waiting] = []
  /// Waits that the explorer doesn't control, each by its place.
  package var uncontrolled: [String] = []

  package init() {}
}
