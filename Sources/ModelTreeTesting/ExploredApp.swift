public import LiveTree
public import ModelTree
public import TreeObjects

/// An app that `expectExploration` plays with.
@MainActor
public struct ExploredApp {
  let actions: [AppAction]
  let adapters: [InspectionAdapter]
  let journal: Journal?
  let settle: (@MainActor () async -> Void)?
  let finish: (@MainActor () async -> Void)?
  let longestStep: Duration
  let root: @MainActor () -> AnyObject?

  /// Describes an app that has just been made.
  ///
  /// - Parameters:
  ///   - actions: what a person can do, with the values that parameters take.
  ///   - adapters: descriptions of objects that don't adopt `Inspectable`.
  ///   - journal: the journal that objects report to which aren't models.
  ///   - settle: waits until everything has been answered, for an app that waits for more than its
  ///     sessions' clock.
  ///   - finish: closes the app; by default, its session is closed, or the session's controller stopped.
  ///   - longestStep: how long a step may keep the main actor busy before it counts as a failure.
  ///   - root: returns the root of the app's tree: a session, or another object; nil if there is none.
  public init(
    actions: [AppAction] = [], adapters: [InspectionAdapter] = [], journal: Journal? = nil,
    settle: (@MainActor () async -> Void)? = nil, finish: (@MainActor () async -> Void)? = nil,
    longestStep: Duration = .seconds(5), root: @escaping @MainActor () -> AnyObject?
  ) {
    self.actions = actions
    self.adapters = adapters
    self.journal = journal
    self.settle = settle
    self.finish = finish
    self.longestStep = longestStep
    self.root = root
  }
}
