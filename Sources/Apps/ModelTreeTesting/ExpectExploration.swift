@_exported public import LiveTree
public import ModelTreeJournal
import TextIO
public import TreeObjects
import TreeRuns
import TreeSpec

/// Plays with an app until something breaks, and fails with the shortest way there.
///
/// ```swift
/// await expectExploration(
///   of: {
///     let app = ExamMasterApp()
///     return ExploredApp(actions: app.actions) { app.controller.session }
///   }, rules: "Specs/rules.treespec", runs: 500, seed: 7)
/// ```
///
/// Each run makes a new app and does what it offers: its actions with the values that their parameters
/// take, and the messages that its models may raise. It does first what it has seen least. The same seed
/// gives the same runs.
///
/// Sessions without a clock of their own wait by one that stands still: letting time pass is a step, and so
/// is taking an answer. Other waits, such as for a network, are named in the failure, and runs with them
/// may differ.
///
/// What counts is a line of the rules that doesn't hold, an uncaught error, a model that left the tree and
/// is still alive, and work or models that are left after the app was closed. A failure is played again in
/// new apps, with fewer steps and simpler words as long as it still fails; what doesn't fail in every
/// replay doesn't fail the test.
///
/// - Important: It runs real actions. Don't use it with production services.
///
/// - Parameters:
///   - app: makes and starts an app.
///   - rules: the path of a spec, absolute or relative to the folder of the test's source file; nil for none.
///   - runs: how many runs to make.
///   - seed: what all choices follow from.
///   - kinds: what counts as a failure.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if nothing failed.
@MainActor
@discardableResult
public func expectExploration(
  of app: @escaping @MainActor () async throws -> ExploredApp, rules: String? = nil,
  runs: Int = 200, seed: UInt64 = 1, failOn kinds: Set<ExplorationFailure> = .usual,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async -> Bool {
  await expect(CallSite(fileID, filePath, line, column), rules) { specs in
    let exploration = try await explore(
      ExplorerOptions(runs: runs, seed: seed, kinds: Set(kinds.map(\.kind))), specs, app)
    return exploration.failures.isEmpty ? nil : exploration.lines()
  }
}

/// Plays the steps of a failure that an exploration found, and fails as long as anything breaks.
///
/// ```swift
/// await expectScript(
///   """
///   do sign-in a
///   pass 0.1 s
///   do log-out
///   """, of: { … })
/// ```
///
/// - Important: It runs real actions. Don't use it with production services.
///
/// - Parameters:
///   - script: the steps, one a line, as a failure shows them.
///   - app: makes and starts an app.
///   - rules: the path of a spec, absolute or relative to the folder of the test's source file; nil for none.
///   - kinds: what counts as a failure.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if nothing failed.
@MainActor
@discardableResult
public func expectScript(
  _ script: String, of app: @escaping @MainActor () async throws -> ExploredApp,
  rules: String? = nil, failOn kinds: Set<ExplorationFailure> = .usual,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async -> Bool {
  await expect(CallSite(fileID, filePath, line, column), rules) { specs in
    var steps: [Step] = []
    for line in script.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let step = Step(String(line)) else { return ["'\(line)' isn't a step"] }
      steps.append(step)
    }
    let uncontrolled = UncontrolledWaits()
    let explorer = Explorer(
      ExplorerOptions(runs: 0, seed: 0, kinds: Set(kinds.map(\.kind))), rules: specs
    ) { try await AppInProcess(uncontrolled, app) }
    let failures = try await explorer.failures(of: steps)
    return failures.isEmpty ? nil : failures
  }
}

/// Fails the current test if something is found.
@MainActor
private func expect(
  _ site: CallSite, _ rules: String?, _ find: ([Spec]) async throws -> [SafeText]?
) async -> Bool {
  var failure: Failure?
  do {
    // A test is trusted with its specs, wherever they are.
    let specs = try rules.map { rules in
      [try Spec(utf8: Spec.bytes(ofFile: site.path(of: rules)), name: rules)]
    }
    failure = try await find(specs ?? []).map { Failure($0.map(\.string).joined(separator: "\n")) }
  } catch {
    failure = Failure("\(error)")
  }
  return failure.isNone(at: site)
}

/// Explores an app of this process.
@MainActor
func explore(
  _ options: ExplorerOptions, _ rules: [Spec],
  _ app: @escaping @MainActor () async throws -> ExploredApp
) async throws -> Exploration {
  let uncontrolled = UncontrolledWaits()
  return try await Explorer(options, rules: rules) {
    try await AppInProcess(uncontrolled, app)
  }.explore()
}

/// What counts as a failure of an exploration.
public enum ExplorationFailure: String, Hashable, Sendable, CaseIterable {
  /// A line of the rules doesn't hold.
  case rule
  /// No model handles an error.
  case uncaught
  /// No model handles a bubble.
  case unhandled
  /// No model receives an event.
  case unheard
  /// Messages lead to each other in a circle, again and again.
  case storm
  /// A model left the tree and is still alive.
  case leak
  /// A step keeps the main actor busy for too long.
  case hang
  /// The session is still open after it was closed.
  case unclosed
  /// Work still runs after everything was closed.
  case work
  /// Models are alive after everything was closed.
  case growth

  fileprivate var kind: TreeRuns.Failure.Kind { .init(rawValue: rawValue) ?? .rule }
}

extension Set<ExplorationFailure> {
  /// All but messages that no model handles or receives, errors aside.
  public static let usual: Self = [
    .rule, .uncaught, .storm, .leak, .hang, .unclosed, .work, .growth,
  ]
}

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
