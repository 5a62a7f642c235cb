import Dispatch
import Foundation

/// What should be gone, if a case had not planted a holder.
final class Victim: @unchecked Sendable {
  let name = "a victim with a name that is too long for a small string"
  var handler: (() -> Void)?
  var partner: Partner?
  lazy var worker = Worker(owner: self)
  var timer: (any DispatchSourceTimer)?

  func touch() {}
}

final class Partner {
  var victim: Victim?
}

final class Worker {
  let owner: Victim

  init(owner: Victim) { self.owner = owner }
}

protocol VictimDelegate: AnyObject {}
extension Victim: VictimDelegate {}

/// Lives as long as the program.
final class Keeper: @unchecked Sendable {
  static let shared = Keeper()
  static let stranger = Victim()
  nonisolated(unsafe) static var current: Victim?
  /// Holds the victim of the silent cases, which nothing else does.
  nonisolated(unsafe) static var only: Victim?

  var actions: [() -> Void] = []
  var retries: [String: () -> Void] = [:]
  var members: Set<Member> = []
  var delegate: (any VictimDelegate)?
  weak var observer: Victim?
  unowned var origin = Keeper.stranger
  unowned(unsafe) var unsafeOrigin = Keeper.stranger
  var identity: ObjectIdentifier?
  var state = State.idle
  var named = Named()
  var plain: [Plain] = []
  var worker: Worker?
  var continuation: AsyncStream<Int>.Continuation?
  var reader: Task<Void, Never>?
  var first: (() -> Void)?
  var second: (() -> Void)?
  var message: (() -> String)?
  var phase = Phase.idle
  var borrowed: Borrowed<Victim>?
  var seen: (ObjectIdentifier, Int)?
  var last: Any = 0
  var loading: Task<Victim, Never>?
  var list: Chain?
}

/// A closure behind a case, and a case that has something else in its place.
enum Phase {
  case idle
  case waiting(name: String, run: () -> Void)
  case failed(Int, Int, Int, Int)
}

/// Like a reference, but it doesn't retain.
struct Borrowed<Value: AnyObject> {
  unowned let value: Value
}

struct Large {
  let victim: Victim
  let text: String
}

final class Chain {
  let next: Chain?
  let victim: Victim?

  init(_ next: Chain?, _ victim: Victim?) { (self.next, self.victim) = (next, victim) }
}

struct Plain {
  let number: Int
  unowned let owner: Victim
  weak var other: Victim?
}

/// Values of many sizes before a reference.
struct Named {
  var flag: Bool?
  var number: Int?
  var position: Position?
  var text: String?
  var victim: Victim?
}

enum Position { case first, last }

enum Only { case one }

enum State {
  case idle
  case watching(Observed)
  case counting(Int)
}

struct Observed {
  weak var victim: Victim?
}

struct Member: Hashable {
  let number: Int
  let run: () -> Void

  static func == (left: Member, right: Member) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

actor Counter {
  static let shared = Counter()
  var watched: Victim?

  func watch(_ victim: Victim) { watched = victim }
}

/// The cases by name.
enum PlantedCases {
  static let all: [String: @Sendable (Keeper) -> (Victim) -> Void] = [
    "array": Keeper.plantArray, "dictionary": Keeper.plantDictionary, "set": Keeper.plantSet,
    "task": Keeper.plantTask, "stream": Keeper.plantStream, "delegate": Keeper.plantDelegate,
    "cycle": Keeper.plantCycle, "closure-cycle": Keeper.plantClosureCycle,
    "notification": Keeper.plantNotification, "static": Keeper.plantStatic,
    "actor": Keeper.plantActor, "thread": Keeper.plantThread, "timer": Keeper.plantTimer,
    "lazy": Keeper.plantLazy, "autoclosure": Keeper.plantAutoclosure, "box": Keeper.plantBox,
    "captures": Keeper.plantCaptures, "values": Keeper.plantValues,
    "several": Keeper.plantSeveral, "forgotten": Keeper.plantForgotten, "weak": Keeper.plantWeak,
    "unowned": Keeper.plantUnowned, "phase": Keeper.plantPhase,
    "phase-cycle": Keeper.plantPhaseCycle, "unlike": Keeper.plantUnlike,
    "result": Keeper.plantResult, "group": Keeper.plantGroup, "run-loop": Keeper.plantRunLoop,
    "list": Keeper.plantList,
  ]
}

extension Keeper {
  func plantArray(_ victim: Victim) {
    actions.append {}
    actions.append { victim.touch() }
  }

  func plantDictionary(_ victim: Victim) {
    retries["other"] = {}
    retries["again"] = { victim.touch() }
  }

  func plantSet(_ victim: Victim) { members.insert(Member(number: 7) { victim.touch() }) }

  func plantTask(_ victim: Victim) {
    Task {
      try? await Task.sleep(for: .seconds(1_000))
      victim.touch()
    }
  }

  func plantStream(_ victim: Victim) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    self.continuation = continuation
    reader = Task {
      for await _ in stream { victim.touch() }
    }
  }

  func plantDelegate(_ victim: Victim) { delegate = victim }

  func plantCycle(_ victim: Victim) {
    let partner = Partner()
    partner.victim = victim
    victim.partner = partner
  }

  func plantClosureCycle(_ victim: Victim) { victim.handler = { victim.touch() } }

  func plantNotification(_ victim: Victim) {
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name("planted"), object: nil, queue: nil
    ) { _ in victim.touch() }
  }

  func plantStatic(_ victim: Victim) { Keeper.current = victim }

  func plantActor(_ victim: Victim) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await Counter.shared.watch(victim)
      done.signal()
    }
    done.wait()
  }

  func plantThread(_ victim: Victim) {
    let thread = Thread {
      while true {
        Thread.sleep(forTimeInterval: 1_000)
        victim.touch()
      }
    }
    thread.name = "planted"
    thread.start()
  }

  func plantTimer(_ victim: Victim) {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1_000)
    timer.setEventHandler { victim.touch() }
    timer.resume()
    victim.timer = timer
  }

  func plantLazy(_ victim: Victim) { worker = victim.worker }

  func plantAutoclosure(_ victim: Victim) { log(victim.name) }

  func log(_ text: @autoclosure @escaping () -> String) { message = text }

  func plantBox(_ victim: Victim) {
    var counted: Victim? = victim
    first = { counted?.touch() }
    second = { counted = counted?.partner?.victim ?? counted }
  }

  func plantCaptures(_ victim: Victim) {
    let number = victim.name.count
    let text: String? = number > 3 ? victim.name : nil
    let flag: Bool? = number > 3 ? true : nil
    let position: Position? = number > 3 ? .last : nil
    let only: Only? = number > 3 ? .one : nil
    first = {
      print(number, text as Any, flag as Any, position as Any, only as Any)
      victim.touch()
    }
  }

  func plantValues(_ victim: Victim) {
    let named = Named(
      flag: true, number: victim.name.count, position: .last, text: victim.name, victim: victim)
    first = { print(named) }
  }

  func plantPhase(_ victim: Victim) { phase = .waiting(name: "x") { victim.touch() } }

  func plantPhaseCycle(_ victim: Victim) {
    let other = Keeper()
    other.delegate = victim
    victim.handler = { _ = other }
    other.phase = .failed(1, 2, 3, 4)
  }

  /// Words that are equal to a reference, and none.
  func plantUnlike(_ victim: Victim) {
    borrowed = Borrowed(value: victim)
    seen = (ObjectIdentifier(victim), 1)
    last = Large(victim: victim, text: "")
    last = 7
    Keeper.only = victim
  }

  func plantResult(_ victim: Victim) { loading = Task { victim } }

  func plantGroup(_ victim: Victim) {
    Task {
      await withTaskGroup(of: Victim.self) { group in
        group.addTask { victim }
        try? await Task.sleep(for: .seconds(1_000))
        await group.waitForAll()
      }
    }
  }

  func plantRunLoop(_ victim: Victim) {
    RunLoop.main.add(
      Timer(timeInterval: 1_000, repeats: true) { _ in victim.touch() }, forMode: .default)
  }

  func plantList(_ victim: Victim) {
    for number in 0..<5_000 { list = Chain(list, number == 0 ? victim : nil) }
  }

  func plantSeveral(_ victim: Victim) {
    plantTask(victim)
    retries["again"] = { victim.touch() }
    delegate = victim
    Keeper.current = victim
  }

  /// Nothing refers to the victim but weakly.
  func plantForgotten(_ victim: Victim) {
    observer = victim
    state = .watching(Observed(victim: victim))
    plain = [Plain(number: 1, owner: Keeper.stranger, other: victim)]
    _ = Unmanaged.passRetained(victim)
  }

  func plantWeak(_ victim: Victim) {
    observer = victim
    plain = [Plain(number: 1, owner: Keeper.stranger, other: victim)]
    actions.append { [weak victim] in victim?.touch() }
    Keeper.only = victim
  }

  func plantUnowned(_ victim: Victim) {
    origin = victim
    unsafeOrigin = victim
    identity = ObjectIdentifier(victim)
    plain = [Plain(number: 1, owner: victim)]
    actions.append { [unowned victim] in victim.touch() }
    Keeper.only = victim
  }
}
