/// The numbers by which objects are known: each keeps its own as long as it lives, and no other
/// object ever gets it, not even one that takes its place in memory. Objects are not retained.
struct ObjectIdentities {
  private struct Entry {
    weak var object: AnyObject?
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

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

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
      if entries[Int(known)].object === object {
        entries[Int(known)].look = look
        metCount += 1
        return .first(entry: known, id: entries[Int(known)].id)
      }
    }
    let entry = Int32(entries.count)
    lastID += 1
    entries.append(Entry(object: looksAgain ? object : nil, id: lastID, look: look))
    places[address] = entry
    metCount += 1
    return .first(entry: entry, id: lastID)
  }

  /// The number of an object outside of a look. Costs finding its address, and now and then forgetting
  /// deallocated objects.
  mutating func id(of object: AnyObject) -> Int {
    let address = ObjectIdentifier(object)
    if let known = places[address], entries[Int(known)].object === object {
      return entries[Int(known)].id
    }
    if entries.count >= fullCount {
      forgetDeallocated()
      fullCount = max(64, 2 * entries.count)
    }
    lastID += 1
    places[address] = Int32(entries.count)
    entries.append(Entry(object: object, id: lastID, look: 0))
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

  /// The object with an id, if it is alive; nil for the id of a repetition. Costs halving.
  func object(withID id: Int) -> AnyObject? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? entries[low].object : nil
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
    entries = entries.filter { $0.object != nil }
    places = [:]
    for (index, entry) in entries.enumerated() {
      guard let object = entry.object else { continue }
      places[ObjectIdentifier(object)] = Int32(index)
    }
  }
}
