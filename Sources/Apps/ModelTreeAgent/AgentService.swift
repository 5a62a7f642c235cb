import Dispatch
import LiveTree
import TextIO
import TreeJournal
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
  /// The time when the agent was created.
  let started = WallClock.timestamp
  private let actions: [TargetAction]
  private let attachment: Attachment
  let isExplorable: Bool
  /// Limits how many states of the tree are in memory while they are sent.
  private let permits = DispatchSemaphore(value: 4)
  /// The number of copies of the process that clients read.
  private let copies = Lock(0)
  private let greeted = Lock(false)

  /// Whether a client has asked for the greeting.
  var wasGreeted: Bool { greeted.withLock { $0 } }

  /// The maximum time that a request may wait for a change.
  private static let longestWait = Duration.seconds(60)
  /// The interval between checks for a change while a client waits for one.
  private static let step = Duration.milliseconds(50)

  init(name: String, actions: [TargetAction], attachment: Attachment, isExplorable: Bool) {
    self.name = name
    self.actions = actions
    self.attachment = attachment
    self.isExplorable = isExplorable
  }

  func answer(
    _ request: LinkRequest, whileWanted isWanted: @escaping @Sendable () -> Bool
  ) throws(RPCFault) -> LinkAnswer {
    switch request {
    case .hello:
      greeted.withLock { $0 = true }
      let greeting = try greeting()
      return .members { greeting.write(to: &$0) }
    case .look(_, _, let moment?): return .look(try look(at: moment, isWanted))
    case .look(let known, let milliseconds, nil):
      return .look(try look(after: known, milliseconds, isWanted))
    case .raise(let message, let json, let node, let tree):
      let raised = try onTree { live in
        let report = try live.raise(
          message, with: json, atNodeWithID: node, of: tree, looksAfterwards: false)
        return RaisedRoute(report, mark: try? live.mark())
      }
      return .members { raised.write(to: &$0) }
    case .leaks:
      let left = try onTree { try $0.leakedModels() }
      return .members { $0.writeLeft(left) }
    case .frozenLeaks:
      let frozen = try frozenLeaks(isWanted)
      return .members { frozen.write(to: &$0) }
    case .actions:
      let actions = actions.isEmpty ? [] : try onTree { $0.presentActions }
      return .members { json in
        json.array("actions", of: actions) { action, json in action.write(to: &json) }
      }
    case .perform(let words):
      let result = try perform(words)
      if isExplorable, try onTree({ $0.isHeld }) {
        _ = try explore(.settled(milliseconds: 1_000), isWanted)
      }
      return .members { result.write(to: &$0) }
    case .journal(let record, let limit, let milliseconds):
      return .journal(
        try journal(after: record, limit: limit ?? Self.usualRecords, milliseconds, isWanted))
    case .clock, .pass, .settled, .answer, .close:
      let settlement = try explore(request, isWanted)
      return .members { settlement.write(to: &$0) }
    }
  }

  /// Runs work on the tree's isolation, and waits for it.
  func onTree<Result: Sendable>(
    _ work: @escaping @Sendable (AttachedTree) throws -> Result
  ) throws(RPCFault) -> Result {
    do {
      return try attachment.runBlocking(work)
    } catch let fault as RPCFault {
      throw fault
    } catch {
      throw RPCFault(.refused, "\(SafeText("\(error)"))")
    }
  }

  private func greeting() throws(RPCFault) -> Greeting {
    let (models, knowsLeaks, hasJournal, file) = try onTree {
      ($0.count, $0.knowsLeakedModels, $0.hasJournal, $0.journalFile)
    }
    var capabilities: Set<Greeting.Capability> = [.raise]
    if knowsLeaks { capabilities.insert(.leaks) }
    if !actions.isEmpty { capabilities.insert(.actions) }
    if hasJournal { capabilities.insert(.journal) }
    if isExplorable { capabilities.insert(.exploring) }
    return Greeting(
      name: name, pid: Int(getpid()), started: started, models: models,
      capabilities: capabilities, journal: file)
  }

  /// The maximum number of copies at a time.
  private static let copyLimit = 4

  private func frozenLeaks(
    _ isWanted: @escaping @Sendable () -> Bool
  ) throws(RPCFault) -> FrozenLeaks {
    // Nothing of the tree changes in between.
    let (left, copy) = try onTree { [copies] live in
      let left = try live.leakedModels()
      guard copies.withLock({ $0 < Self.copyLimit }), let copy = FrozenCopy() else {
        return (left, FrozenCopy?.none)
      }
      copies.withLock { $0 += 1 }
      return (left, copy)
    }
    guard let copy else {
      if copies.withLock({ $0 < Self.copyLimit }) {
        return FrozenLeaks(left: left, pid: nil, pause: 0)
      }
      throw RPCFault(
        .refused, "\(Self.copyLimit) clients are reading the app's memory; try again later")
    }
    // Ends the copy when the client has read it, or has ended.
    let end = BackgroundThread { [copies] in
      withExtendedLifetime(copy) { while isWanted() { BackgroundThread.pause(for: Self.step) } }
      copies.withLock { $0 -= 1 }
    }
    guard let end else {
      copies.withLock { $0 -= 1 }
      throw RPCFault(.refused, "the app can't start another thread; try again later")
    }
    end.detach()
    return FrozenLeaks(left: left, pid: copy.pid, pause: copy.pause)
  }

  private func perform(_ words: [String]) throws(RPCFault) -> ActionResult {
    guard let action = words.first else { throw RPCFault(.wrongParameters, "name the action") }
    guard actions.contains(where: { $0.name == action }) else {
      let nearest = actions.map(\.name).nearest(to: action)
      let hint: SafeText =
        nearest.map { "did you mean '\($0)'?" } ?? "'actions' lists what it does"
      throw RPCFault(.refused, "the app offers no '\(action)'; \(hint)")
    }
    return try onTree { try $0.perform(action, Array(words.dropFirst())) }
  }

  // MARK: The tree

  private func look(
    after known: TreeMark?, _ milliseconds: Int, _ isWanted: () -> Bool
  ) throws(RPCFault) -> Look {
    let end = ContinuousClock.now + min(.milliseconds(milliseconds), Self.longestWait)
    while true {
      let remaining = ContinuousClock.now.duration(to: end)
      let permit = try permit(isWanted)
      let isWaiting = milliseconds > 0
      switch try onTree({ try $0.look(after: known, isWaiting: isWaiting) }) {
      case .known: break
      case .shown(let shared): return .tree(shared)
      case .taken(let taken):
        // Here, while the app keeps running.
        let digest = taken.digest
        let shared = try onTree {
          $0.show(taken, digest: digest, after: known, permit: permit)
        }
        if let shared { return .tree(shared) }
      }
      if let known, remaining <= .zero || !isWanted() { return .same(known) }
      BackgroundThread.pause(for: min(Self.step, max(remaining, .zero)))
    }
  }

  // MARK: The past

  /// The number of records that are sent if a client names no limit.
  private static let usualRecords = 1_000

  private static let noJournal = RPCFault(
    .refused, "the app keeps no journal; pass a Journal(bytes:) to its SessionController or Agent")

  /// The tree at a moment of the journal.
  private func look(at word: String, _ isWanted: () -> Bool) throws(RPCFault) -> Look {
    let permit = try permit(isWanted)
    guard let excerpt = try onTree({ try $0.journal(after: 0) }) else { throw Self.noJournal }
    do {
      guard let moment = Moment(word) else { throw MomentError.syntax(word) }
      let contents = try JournalContents(bytes: excerpt.bytes)
      let number = try contents.number(of: moment, now: excerpt.now)
      var replay = try JournalReplay(of: contents, at: number)
      let state = TreeState(
        snapshot: contents.adding(
          worksOfTree: replay.tree, at: number, to: try replay.snapshot(name: name)),
        tree: max(0, (replay.tree ?? 0) + excerpt.tree - excerpt.treeInJournal))
      return .tree(SharedState(state, permit: permit))
    } catch {
      throw RPCFault(.refused, "\(SafeText("\(error)"))")
    }
  }

  private func journal(
    after record: Int, limit: Int, _ milliseconds: Int,
    _ isWanted: () -> Bool
  ) throws(RPCFault) -> JournalAnswer {
    let end = ContinuousClock.now + min(.milliseconds(milliseconds), Self.longestWait)
    while true {
      guard let latest = try onTree({ try $0.latestRecord() }) else { throw Self.noJournal }
      if latest < record {
        throw RPCFault(
          .wrongParameters, "the journal ends at record \(latest), which is before \(record)")
      }
      let remaining = ContinuousClock.now.duration(to: end)
      if latest > record || remaining <= .zero || !isWanted() { break }
      BackgroundThread.pause(for: min(Self.step, remaining))
    }
    let permit = try permit(isWanted)
    guard let excerpt = try onTree({ try $0.journal(after: record, limit: limit) }) else {
      throw Self.noJournal
    }
    do throws(JournalError) {
      return try JournalAnswer(excerpt, after: record, permit: permit)
    } catch {
      throw RPCFault(.refused, "\(SafeText("\(error)"))")
    }
  }

  /// Waits until one more state of the tree may be in memory.
  private func permit(_ isWanted: () -> Bool) throws(RPCFault) -> LookPermit {
    while permits.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
      if !isWanted() { throw RPCFault(.refused, "the client no longer waits for the answer") }
    }
    return LookPermit(permits)
  }
}

/// A permit for one more state of the tree in memory, returned when this object is released.
private final class LookPermit: Sendable {
  private let permits: DispatchSemaphore

  /// Takes a permit of the semaphore.
  init(_ permits: DispatchSemaphore) { self.permits = permits }

  deinit { permits.signal() }
}
