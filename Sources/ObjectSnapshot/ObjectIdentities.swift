#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// The numbers by which objects are known: each keeps its own as long as it lives, and no other
/// object ever gets it, not even one that takes its place in memory. Objects are not retained.
///
/// An object that is not Swift's own is known by its address alone: a weak reference to it would end
/// the process while the object is in its `deinit`. Another such object that takes its place in memory
/// between two looks gets its number.
struct ObjectIdentities {
  private struct Entry {
    weak var object: AnyObject?
    /// Whether the object is known by its address alone.
    var hasAddressOnly = false
    /// The look that met the object last.
    var look: Int
    /// Whether what is below the object is being looked at.
    var isOpen = false
  }

  /// A place where an object was met again: an owner that lists it, by their numbers, and how often
  /// it was met there before.
  private struct Repetition: Hashable {
    let owner: Int
    let object: Int
    var count: Int
  }

  /// Whether there will be another look: only then must it be known who is still alive, which
  /// makes retaining an object a little slower from then on.
  private let looksAgain: Bool
  /// Whether an object may be referred to weakly.
  private let isSwift: (AnyObject) -> Bool

  init(looksAgain: Bool, isSwift: @escaping (AnyObject) -> Bool = Self.isSwift) {
    self.looksAgain = looksAgain
    self.isSwift = isSwift
  }

  /// By their ids.
  private var entries: [Int: Entry] = [:]
  private var ids: [ObjectIdentifier: Int] = [:]
  private var repetitions: [Repetition: (id: Int, look: Int)] = [:]
  /// How often an object was met again below one owner, in this look.
  private var repetitionCounts: [Repetition: Int] = [:]
  private var lastID = 0
  /// The number of the present look, or of the last one; 0 before the first.
  private var look = 0
  /// How many objects are remembered before the deallocated ones are forgotten, outside of looks.
  private var fullCount = 64
  /// How many objects this look has met, or the last one has.
  private(set) var metCount = 0

  /// How many objects are remembered, with those that have died and are not yet forgotten.
  var count: Int { entries.count }

  /// What became of meeting an object.
  enum Meeting {
    /// It is the first time in this look.
    case first(id: Int)
    /// It was met before; `isOpen` while what is below it is being looked at, so that it owns itself.
    case again(id: Int, isOpen: Bool)
  }

  mutating func beginLook() {
    look += 1
    metCount = 0
  }

  /// Notes that the look has met an object.
  mutating func meet(_ object: AnyObject) -> Meeting {
    if let id = ids[ObjectIdentifier(object)], let entry = entries[id] {
      // What this look has met is alive until its end, so its address is its own.
      if entry.look == look { return .again(id: id, isOpen: entry.isOpen) }
      if isObject(object, of: entry) {
        entries[id]?.look = look
        metCount += 1
        return .first(id: id)
      }
    }
    metCount += 1
    return .first(id: add(object, isKnownLater: looksAgain))
  }

  private mutating func add(_ object: AnyObject, isKnownLater: Bool) -> Int {
    lastID += 1
    let hasAddressOnly = isKnownLater && !isSwift(object)
    entries[lastID] = Entry(
      object: isKnownLater && !hasAddressOnly ? object : nil, hasAddressOnly: hasAddressOnly,
      look: look)
    ids[ObjectIdentifier(object)] = lastID
    return lastID
  }

  /// Whether an object is the one of an entry with its address.
  private func isObject(_ object: AnyObject, of entry: Entry) -> Bool {
    entry.hasAddressOnly ? !isSwift(object) : entry.object === object
  }

  /// The number of an object outside of a look. Costs now and then forgetting deallocated objects.
  mutating func id(of object: AnyObject) -> Int {
    if let id = ids[ObjectIdentifier(object)], let entry = entries[id], isObject(object, of: entry)
    {
      return id
    }
    if entries.count >= fullCount {
      forgetDeallocated()
      fullCount = max(64, 2 * entries.count)
    }
    return add(object, isKnownLater: true)
  }

  /// Notes whether what is below an object is being looked at.
  mutating func setOpen(_ isOpen: Bool, _ id: Int) { entries[id]?.isOpen = isOpen }

  /// The number of a place where an object was met again.
  mutating func idOfRepetition(of object: Int, below owner: Int) -> Int {
    var repetition = Repetition(owner: owner, object: object, count: 0)
    repetition.count = repetitionCounts[repetition, default: 0]
    repetitionCounts[Repetition(owner: owner, object: object, count: 0)] = repetition.count + 1
    let id = repetitions[repetition]?.id ?? lastID + 1
    lastID = max(lastID, id)
    repetitions[repetition] = (id, look)
    return id
  }

  /// The object with an id, if it is alive and Swift's own; nil for the id of a repetition.
  func object(withID id: Int) -> AnyObject? { entries[id]?.object }

  /// Whether an id is that of an object that is known by its address alone.
  func hasAddressOnly(id: Int) -> Bool { entries[id]?.hasAddressOnly ?? false }

  /// Forgets deallocated objects, now and then: the memory is in proportion to what a look meets and
  /// what is alive.
  mutating func endLook() {
    repetitionCounts = [:]
    guard looksAgain else { return }
    if repetitions.count > 64 { repetitions = repetitions.filter { $0.value.look == look } }
    if entries.count > 2 * metCount + 64 { forgetDeallocated() }
  }

  private mutating func forgetDeallocated() {
    entries = entries.filter {
      $0.value.hasAddressOnly ? $0.value.look == look : $0.value.object != nil
    }
    ids = ids.filter { entries[$0.value] != nil }
  }

  /// Whether an object is of a class of Swift's own: on Apple's systems others come from Objective-C.
  static func isSwift(_ object: AnyObject) -> Bool {
    #if canImport(ObjectiveC)
      root(of: type(of: object)) == root(of: SwiftClass.self)
    #else
      true
    #endif
  }

  #if canImport(ObjectiveC)
    private final class SwiftClass {}

    private static func root(of type: AnyClass) -> ObjectIdentifier {
      var root = type
      while let above = class_getSuperclass(root) { root = above }
      return ObjectIdentifier(root)
    }
  #endif
}
