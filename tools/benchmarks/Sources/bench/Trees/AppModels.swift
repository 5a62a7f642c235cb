import ModelTree

// Models like those of apps: subclasses that register in their initializers, with closures that
// don't retain them.

/// A model with nothing of its own.
final class PlainModel: Model {}

/// A model that counts an event.
final class CountingModel: Model {
  init(
    parent: Model, counting received: Counter, file: StaticString = #fileID, line: UInt = #line
  ) {
    super.init(parent: parent, file: file, line: line)
    register(for: AppEvent.languageChanged) { _ in received.add() }
  }
}

/// A model that does some work at an event.
final class ListeningModel: Model {
  private let received: Counter

  init(
    parent: Model, counting received: Counter, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.received = received
    super.init(parent: parent, file: file, line: line)
    register(for: AppEvent.languageChanged) { [weak self] _ in self?.translate() }
  }

  private func translate() { received.add() }
}

/// A screen's model, which handles an error and is registered for an event.
final class ScreenModel: Model {
  private var failures = 0
  private var isStale = false

  override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: NetworkErrors.badToken) { [weak self] _ in self?.fail() }
    register(for: AppEvent.languageChanged) { [weak self] _ in self?.translate() }
  }

  private func fail() { failures += 1 }
  private func translate() { isStale = true }
}

/// A model that is registered for several messages without closures.
final class BusyModel: Model {
  override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: AppEvent.languageChanged)
    register(for: NetworkErrors.badToken)
    register(for: NetworkErrors.offline)
  }
}

/// A session that counts an error and a bubble.
final class TakingSession: Session {
  /// Counts the handled messages.
  let taken = Counter()

  init(file: StaticString = #fileID, line: UInt = #line) {
    super.init(file: file, line: line)
    register(for: Chain.error) { [taken] _ in taken.add() }
    register(for: Chain.bubble) { [taken] _ in taken.add() }
  }
}
