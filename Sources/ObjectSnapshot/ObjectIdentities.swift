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
    let id: Int
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

  /// In ascending order of their ids, so that one is found by halving.
  private var entries: ContiguousArray<Entry> = []
  private var places: [ObjectIdentifier: Int32] = [:]
  private var repetitions: [Repetition: (id: Int, look: Int)] = [:]
  /// How often an object was met again below one owner, in this look.
  private var repetitionCounts: [Repetition: Int] = [:]
  private var lastID = 0
  /// The number of the present look, or of the last one; 0 before the first.
  private var look = 0
  /// How many objects are remembered before the deallocated ones are forgotten, outside of looks.
  private var fullCount = 64
  /// How many objects this look has met, or the last one has.
  private(set) var metCount: Int32 = 0

  /// How many objects are remembered, with those that have died and are not yet forgotten.
  var count: Int { entries.count }

  /// What became of meeting an object.
  enum Meeting {
    /// It is the first time in this look.
    case first(entry: Int32, id: Int)
    /// It was met before; `isOpen` where what is below it is being looked at, so that it owns itself.
    case again(id: Int, isOpen: Bool)
  }

  mutating func beginLook() {
    look += 1
    metCount = 0
  }

  /// Notes that the look has met an object.
  mutating func meet(_ object: AnyObject) -> Meeting {
    let address = ObjectIdentifier(object)
    if let known = places[address] {
      // What this look has met is alive until its end, so its address is nobody else's.
      if entries[Int(known)].look == look {
        let entry = entries[Int(known)]
        return .again(id: entry.id, isOpen: entry.isOpen)
      }
      if isObject(object, of: entries[Int(known)]) {
        entries[Int(known)].look = look
        metCount += 1
        return .first(entry: known, id: entries[Int(known)].id)
      }
    }
    let place = Int32(entries.count)
    lastID += 1
    entries.append(entry(of: looksAgain ? object : nil, look: look))
    places[address] = place
    metCount += 1
    return .first(entry: place, id: lastID)
  }

  private func entry(of object: AnyObject?, look: Int) -> Entry {
    guard let object, !isSwift(object) else { return Entry(object: object, id: lastID, look: look) }
    return Entry(hasAddressOnly: true, id: lastID, look: look)
  }

  /// Whether an object is the one of an entry with its address.
  private func isObject(_ object: AnyObject, of entry: Entry) -> Bool {
    entry.hasAddressOnly ? !isSwift(object) : entry.object === object
  }

  /// The number of an object outside of a look. Costs finding its address, and now and then forgetting
  /// deallocated objects.
  mutating func id(of object: AnyObject) -> Int {
    let address = ObjectIdentifier(object)
    if let known = places[address], isObject(object, of: entries[Int(known)]) {
      return entries[Int(known)].id
    }
    if entries.count >= fullCount {
      forgetDeallocated()
      fullCount = max(64, 2 * entries.count)
    }
    lastID += 1
    places[address] = Int32(entries.count)
    entries.append(entry(of: object, look: look))
    return lastID
  }

  /// Notes whether what is below an object is being looked at.
  mutating func setOpen(_ isOpen: Bool, entry: Int32) { entries[Int(entry)].isOpen = isOpen }

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

  /// The object with an id, if it is alive and Swift's own; nil for the id of a repetition. Costs halving.
  func object(withID id: Int) -> AnyObject? { entry(withID: id)?.object }

  /// Whether an id is that of an object that is known by its address alone. Costs halving.
  func hasAddressOnly(id: Int) -> Bool { entry(withID: id)?.hasAddressOnly ?? false }

  private func entry(withID id: Int) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? entries[low] : nil
  }

  /// Forgets deallocated objects, now and then: the memory is in proportion to what a look meets and
  /// what is alive.
  mutating func endLook() {
    repetitionCounts = [:]
    guard looksAgain else { return }
    if repetitions.count > 64 { repetitions = repetitions.filter { $0.value.look == look } }
    if entries.count > 2 * Int(metCount) + 64 { forgetDeallocated() }
  }

  private mutating func forgetDeallocated() {
    let addresses = places.map { (address: $0.key, place: Int($0.value)) }
    let kept = entries.map { $0.hasAddressOnly ? $0.look == look : $0.object != nil }
    var newPlaces: [Int32] = []
    var count: Int32 = 0
    for isKept in kept {
      newPlaces.append(count)
      if isKept { count += 1 }
    }
    entries = ContiguousArray(zip(entries, kept).lazy.filter(\.1).map(\.0))
    places = [:]
    for (address, place) in addresses where kept[place] { places[address] = newPlaces[place] }
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
