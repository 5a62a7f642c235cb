// Several observers are one that passes on.

extension TreeStore {
  /// What watches the tree, in the order in which it was added.
  package var observers: [any TreeObserver] {
    (observer as? TreeObservers)?.all ?? observer.map { [$0] } ?? []
  }

  /// Adds an observer, unless it watches the tree already.
  package func add(_ new: any TreeObserver) {
    let all = observers
    if !all.contains(where: { $0 === new }) { watch(by: all + [new]) }
  }

  /// Removes an observer. A handler that runs still reports its end to it.
  package func remove(_ old: any TreeObserver) { watch(by: observers.filter { $0 !== old }) }

  private func watch(by observers: [any TreeObserver]) {
    observer = observers.count > 1 ? TreeObservers(observers) : observers.first
  }
}

/// Passes on what happens. Ends are passed on in the opposite order of beginnings.
private final class TreeObservers: TreeObserver {
  let all: [any TreeObserver]

  init(_ all: [any TreeObserver]) { self.all = all }

  func attached(_ model: ObservedModel) { for one in all { one.attached(model) } }

  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {
    for one in all { one.detached(model, from: parent, isRemoval: isRemoval) }
  }

  func released(_ model: ObservedModel) { for one in all { one.released(model) } }

  func represented(_ model: ObservedModel, by representation: AnyObject?) {
    for one in all { one.represented(model, by: representation) }
  }

  func registered(_ registration: Registration, in tree: TreeStore) {
    for one in all { one.registered(registration, in: tree) }
  }

  func unregistered(_ registration: Registration, in tree: TreeStore) {
    for one in all { one.unregistered(registration, in: tree) }
  }

  func declared(_ key: MessageTable.Key, by model: ObservedModel) {
    for one in all { one.declared(key, by: model) }
  }

  func learned(_ vocabulary: [MessageTable.Key], from model: ObservedModel) {
    for one in all { one.learned(vocabulary, from: model) }
  }

  func labeled(_ key: MessageTable.Key, in tree: TreeStore) {
    for one in all { one.labeled(key, in: tree) }
  }

  func provided(_ service: String, at place: Int, by session: ObservedModel) {
    for one in all { one.provided(service, at: place, by: session) }
  }

  func opened(_ session: ObservedModel) { for one in all { one.opened(session) } }

  func closed(_ session: ObservedModel) { for one in all { one.closed(session) } }

  func replaced(by session: Session) { for one in all { one.replaced(by: session) } }

  func raised(_ raise: Raise) { for one in all { one.raised(raise) } }

  func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) {
    for one in all { one.handlerBegins(raise, at: model, place: place, source) }
  }

  func handlerEnded(_ raise: Raise, at model: ObservedModel) {
    for one in all.reversed() { one.handlerEnded(raise, at: model) }
  }

  func finished(_ raise: Raise, missed: Int) {
    for one in all.reversed() { one.finished(raise, missed: missed) }
  }

  func formerPath(of model: ObservedModel) -> String? {
    all.lazy.compactMap { $0.formerPath(of: model) }.first
  }

  func actionBegins(_ name: String, _ words: [String], at model: ObservedModel) {
    for one in all { one.actionBegins(name, words, at: model) }
  }

  func actionEnded() { for one in all.reversed() { one.actionEnded() } }

  func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await Self.perform(name, words, at: model, body, for: all[...])
  }

  private static func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result, for observers: ArraySlice<any TreeObserver>
  ) async rethrows -> Result {
    guard let first = observers.first else { return try await body() }
    return try await first.perform(name, words, at: model) {
      try await perform(name, words, at: model, body, for: observers.dropFirst())
    }
  }

  func started(by model: ObservedModel, at source: SourceLine) -> (any WorkObserver)? {
    let works = all.compactMap { $0.started(by: model, at: source) }
    return works.count > 1 ? WorkObservers(works) : works.first
  }
}

/// Passes on what happens to a piece of work.
private final class WorkObservers: WorkObserver {
  private let all: [any WorkObserver]

  init(_ all: [any WorkObserver]) { self.all = all }

  func run<Answer>(_ work: @MainActor () async throws -> Answer) async throws -> Answer {
    try await Self.run(work, for: all[...])
  }

  private static func run<Answer>(
    _ work: @MainActor () async throws -> Answer, for observers: ArraySlice<any WorkObserver>
  ) async throws -> Answer {
    guard let first = observers.first else { return try await work() }
    return try await first.run { try await run(work, for: observers.dropFirst()) }
  }

  func waitForTurn() async { for one in all { await one.waitForTurn() } }

  func ended(_ outcome: WorkEnd) { for one in all { one.ended(outcome) } }

  func finished() { for one in all.reversed() { one.finished() } }
}
