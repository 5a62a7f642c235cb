import TestSupport
import TreeSnapshot

/// Makes lists of steps by chance: the same list for the same seed.
struct StepGenerator {
  private var random: SeededGenerator
  /// Few names make models meet often, many let the tree grow.
  private let names: Int
  private let heldPercentage: Int
  /// Whether few models come and go.
  private let isCalm: Bool
  /// Whether handlers do nothing.
  private let isQuiet: Bool
  /// The message of most steps, which many models receive.
  private let favorite: Interest

  init(seed: UInt64, isQuiet: Bool = false) {
    self.isQuiet = isQuiet
    random = SeededGenerator(seed: seed)
    names = random.pick([3, 4, 5, 6, 8, 10, 12, 16, 60])
    heldPercentage = random.pick([0, 50, 100])
    isCalm = random.chance(30, in: 100)
    favorite = Interest(kind: .event, domain: 0, code: 0)
  }

  /// A tree to begin with, and steps on it.
  mutating func scenario() -> [Step] {
    var steps: [Step] = []
    for _ in 0..<random.pick([1, 2, 4]) {
      // Few that existed before, so that there is a tree.
      steps += (0..<names).map { name in attach(name, depth: 0) }
      if random.chance(30, in: 100) {
        steps += [.open(.root)] + (0..<names).map { name in .open(.named(name)) }
      }
      if random.chance(80, in: 100) { steps += registerMany() }
      steps += (0..<random.pick([10, 20, 40])).map { _ in step(depth: 0) }
    }
    if random.chance(20, in: 100) {
      steps.append(random.chance(50, in: 100) ? .release(.root) : releaseOfRootInHandler())
      steps += (0..<10).map { _ in step(depth: 0) }
    }
    return steps
  }

  private mutating func registerMany() -> [Step] {
    let interest = random.chance(80, in: 100) ? favorite : favorite.wholeDomain
    return (0..<names).map { name in
      registration(.named(name), interest, depth: 0)
    }
  }

  private mutating func releaseOfRootInHandler() -> Step {
    .register(
      place(depth: 0), interest(), closure: [.release(.root)] + steps(depth: 1), of: nil)
  }

  /// At rest mostly messages, in handlers mostly changes.
  private mutating func step(depth: Int) -> Step {
    let chance = random.next(below: 100)
    if chance < (depth == 0 ? 60 : 10) {
      return .raise(place(depth: depth), message(), with: value())
    }
    return isCalm || chance.isMultiple(of: 2)
      ? registration(depth: depth) : coming(depth: depth)
  }

  private mutating func registration(depth: Int) -> Step {
    random.chance(60, in: 100)
      ? registration(place(depth: depth), interest(), depth: depth)
      : .unregister(place(depth: depth), interest())
  }

  /// A step that makes or removes models.
  private mutating func coming(depth: Int) -> Step {
    switch random.next(below: 100) {
    case 0..<45: attach(random.next(below: names), depth: depth)
    case 45..<85: .remove(place(depth: depth))
    case 85..<90: .open(place(depth: depth))
    case 90..<94: .close(place(depth: depth))
    default: .release(.named(random.next(below: names)))
    }
  }

  private mutating func attach(_ name: Int, depth: Int) -> Step {
    var growth = Growth()
    growth.isSession = random.chance(25, in: 100)
    growth.isHeld = random.chance(heldPercentage, in: 100)
    growth.whenHandling = steps(depth: depth + 1)
    if random.chance(20, in: 100) { growth.whenClosing = steps(depth: depth + 1) }
    if growth.isSession { growth.whenLoading = steps(depth: depth + 1) }
    // Often the one before, for trees that are deep as well as wide.
    let parent: Place =
      name > 0 && random.chance(50, in: 100) ? .named(name - 1) : place(depth: depth)
    return .attach(name, under: parent, growth)
  }

  /// A closure of a code may take values of one type.
  private mutating func registration(_ place: Place, _ interest: Interest, depth: Int) -> Step {
    let closure = random.chance(60, in: 100) ? steps(depth: depth + 1) : nil
    return .register(
      place, interest, closure: closure,
      of: closure == nil || interest.code == nil ? nil : value())
  }

  private mutating func value() -> Value? {
    random.chance(30, in: 100) ? random.pick(Value.allCases) : nil
  }

  /// The steps of a handler.
  private mutating func steps(depth: Int) -> [Step] {
    guard depth <= 3, !isQuiet else { return [] }
    return (0..<random.pick([0, 0, 1, 2, 4]) / depth).map { _ in step(depth: depth) }
  }

  private mutating func place(depth: Int) -> Place {
    switch random.next(below: 100) {
    case 0..<8: .root
    case 8..<30 where depth > 0: random.pick([.own, .own, .parentOfOwn, .sessionOfOwn])
    default: .named(random.next(below: names))
    }
  }

  private mutating func message() -> Interest {
    if random.chance(70, in: 100) { return favorite }
    return Interest(
      kind: random.pick(Message.Kind.allCases), domain: random.next(below: Interest.domains),
      code: random.next(below: Interest.codes))
  }

  private mutating func interest() -> Interest {
    let message = message()
    return random.chance(30, in: 100) ? message.wholeDomain : message
  }
}
