import Dispatch
import LiveTree
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Answers requests from a live tree, on the tree's isolation.
final class AgentService: LinkService {
  let name: String
  /// When the agent was made.
  let started = WallClock.timestamp
  private let actions: [TargetAction]
  private let attachment: Attachment
  /// So many different states of the tree are in memory at most while they are sent.
  private let permits = DispatchSemaphore(value: 4)

  /// The longest that a request may wait for a change.
  private static let longestWait = Duration.seconds(60)
  /// How often a tree is asked whether it has changed, while a client waits for that.
  private static let step = Duration.milliseconds(50)

  init(name: String, actions: [TargetAction], attachment: Attachment) {
    self.name = name
    self.actions = actions
    self.attachment = attachment
  }

  func answer(
    _ request: LinkRequest, whileWanted isWanted: () -> Bool
  ) throws(LinkFault) -> LinkAnswer {
    switch request {
    case .hello: return .greeting(try greeting())
    case .look(_, _, let moment?):
      throw LinkFault(
        .refused,
        "a journal is not read from outside of its app, so there is no tree of '\(moment)'")
    case .look(let known, let milliseconds, nil):
      return .look(try look(after: known, milliseconds, isWanted))
    case .raise(let message, let node, let tree):
      return .raised(
        try onTree { live in
          let report = try live.raise(
            message, atNodeWithID: node, of: tree, looksAfterwards: false)
          return RaisedRoute(report, mark: try? live.mark())
        })
    case .leaks: return .leaks(try onTree { try $0.leakedModels() })
    case .actions: return .actions(actions)
    case .perform(let words): return .performed(try perform(words))
    case .journal:
      throw LinkFault(.refused, "a journal is not read from outside of its app")
    }
  }

  /// Does something on the tree's isolation, and waits for that.
  private func onTree<Result: Sendable>(
    _ work: @escaping @Sendable (AttachedTree) throws -> Result
  ) throws(LinkFault) -> Result {
    do {
      return try attachment.runBlocking(work)
    } catch let fault as LinkFault {
      throw fault
    } catch {
      throw LinkFault(.refused, "\(SafeText("\(error)"))")
    }
  }

  private func greeting() throws(LinkFault) -> Greeting {
    let (models, knowsLeaks) = try onTree { ($0.count, $0.knowsLeakedModels) }
    var capabilities: Set<Greeting.Capability> = [.raise]
    if knowsLeaks { capabilities.insert(.leaks) }
    if !actions.isEmpty { capabilities.insert(.actions) }
    return Greeting(
      name: name, pid: Int(getpid()), started: started, models: models,
      capabilities: capabilities)
  }

  private func perform(_ words: [String]) throws(LinkFault) -> String {
    guard let action = words.first else {
      throw LinkFault(.wrongParameters, "name the action")
    }
    guard actions.contains(where: { $0.name == action }) else {
      let nearest = actions.map(\.name).nearest(to: action)
      let hint: SafeText =
        nearest.map { "did you mean '\($0)'?" } ?? "'actions' lists what it does"
      throw LinkFault(.refused, "the app offers no '\(action)'; \(hint)")
    }
    return try onTree { try $0.perform(action, Array(words.dropFirst())) }
  }

  // MARK: Looking

  private func look(
    after known: TreeMark?, _ milliseconds: Int, _ isWanted: () -> Bool
  ) throws(LinkFault) -> Look {
    let end = ContinuousClock.now + min(.milliseconds(milliseconds), Self.longestWait)
    while true {
      let left = ContinuousClock.now.duration(to: end)
      let permit = try permit(isWanted)
      let isWaiting = milliseconds > 0
      let shared = try onTree {
        try $0.look(after: known, isWaiting: isWaiting, permit: permit)
      }
      if let shared { return .tree(shared) }
      if let known, left <= .zero || !isWanted() { return .same(known) }
      BackgroundThread.pause(for: min(Self.step, max(left, .zero)))
    }
  }

  /// Waits until one more state of the tree may be in memory.
  private func permit(_ isWanted: () -> Bool) throws(LinkFault) -> LookPermit {
    while permits.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
      if !isWanted() { throw LinkFault(.refused, "nobody waits for the answer any more") }
    }
    return LookPermit(permits)
  }
}

/// The leave to have one more state of the tree in memory, given back with this object.
private final class LookPermit: Sendable {
  private let permits: DispatchSemaphore

  /// Takes over what was waited for.
  init(_ permits: DispatchSemaphore) { self.permits = permits }

  deinit { permits.signal() }
}
