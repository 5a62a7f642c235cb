#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// The ids of objects. An object keeps its id for life, and no other object ever gets it, not even
/// one at the same address. Objects aren't retained.
///
/// An object that isn't a Swift object is identified only by its address, because a weak reference
/// during its `deinit` would end the process. If another such object takes its address between two
/// looks, it gets the same id.
struct ObjectIdentities {
  private struct Entry {
    weak var object: AnyObject?
    /// Whether the object is identified only by its address.
    var hasAddressOnly = false
    /// The last look that met the object.
    var look: Int
    /// Whether the objects below it are being visited.
    var isOpen = false
  }

  /// A place where an object was met again: the ids of its owner and the object, and the number of
  /// earlier meetings there.
  private struct Repetition: Hashable {
    let owner: Int
    let object: Int
    var count: Int
  }

  /// Whether weak references to an object are safe.
  private let isSwift: (AnyObject) -> Bool

  init(isSwift: @escaping (AnyObject) -> Bool = Self.isSwift) { self.isSwift = isSwift }

  /// Entries by id.
  private var entries: [Int: Entry] = [:]
  private var ids: [ObjectIdentifier: Int] = [:]
  private var repetitions: [Repetition: (id: Int, look: Int)] = [:]
  /// The number of repeated meetings of an object below one owner in this look.
  private var repetitionCounts: [Repetition: Int] = [:]
  private var lastID = 0
  /// The number of the current or the last look; 0 before the first.
  private var look = 0
  /// The number of entries at which deallocated objects are removed.
  private var fullCount = 64

  /// The number of entries, including deallocated objects that haven't been removed.
  var count: Int { entries.count }

  /// The result of meeting an object.
  enum Meeting {
    /// The first meeting in this look.
    case first(id: Int)
    /// A repeated meeting; `isOpen` if the object is being visited, so that it owns itself.
    case again(id: Int, isOpen: Bool)
  }

  mutating func beginLook() { look += 1 }

  /// Notes a meeting with an object.
  mutating func meet(_ object: AnyObject) -> Meeting {
    if let id = ids[ObjectIdentifier(object)], let entry = entries[id] {
      // Objects met in this look stay alive until its end, so the address is unambiguous.
      if entry.look == look { return .again(id: id, isOpen: entry.isOpen) }
      if isObject(object, of: entry) {
        entries[id]?.look = look
        return .first(id: id)
      }
    }
    return .first(id: add(object))
  }

  private mutating func add(_ object: AnyObject) -> Int {
    lastID += 1
    let hasAddressOnly = !isSwift(object)
    entries[lastID] = Entry(
      object: hasAddressOnly ? nil : object, hasAddressOnly: hasAddressOnly, look: look)
    ids[ObjectIdentifier(object)] = lastID
    return lastID
  }

  /// Whether an object is that of an entry with the same address.
  private func isObject(_ object: AnyObject, of entry: Entry) -> Bool {
    entry.hasAddressOnly ? !isSwift(object) : entry.object === object
  }

  /// The id of an object outside of a look. Removes deallocated objects now and then.
  mutating func id(of object: AnyObject) -> Int {
    if let id = ids[ObjectIdentifier(object)], let entry = entries[id], isObject(object, of: entry)
    {
      return id
    }
    forgetDeallocated()
    return add(object)
  }

  /// Notes whether the objects below an object are being visited.
  mutating func setOpen(_ isOpen: Bool, _ id: Int) { entries[id]?.isOpen = isOpen }

  /// The id of a place where an object was met again.
  mutating func idOfRepetition(of object: Int, below owner: Int) -> Int {
    var repetition = Repetition(owner: owner, object: object, count: 0)
    repetition.count = repetitionCounts[repetition, default: 0]
    repetitionCounts[Repetition(owner: owner, object: object, count: 0)] = repetition.count + 1
    let id = repetitions[repetition]?.id ?? lastID + 1
    lastID = max(lastID, id)
    repetitions[repetition] = (id, look)
    return id
  }

  /// The object with an id, if it is alive and a Swift object; nil for the id of a repetition.
  func object(withID id: Int) -> AnyObject? { entries[id]?.object }

  /// Whether the object with an id is identified only by its address.
  func hasAddressOnly(id: Int) -> Bool { entries[id]?.hasAddressOnly ?? false }

  /// Removes deallocated objects now and then, so that memory stays proportional to the objects
  /// that are met or alive.
  mutating func endLook() {
    repetitionCounts = [:]
    repetitions = repetitions.filter { $0.value.look == look }
    forgetDeallocated()
  }

  private mutating func forgetDeallocated() {
    guard entries.count >= fullCount else { return }
    entries = entries.filter {
      $0.value.hasAddressOnly ? $0.value.look == look : $0.value.object != nil
    }
    ids = ids.filter { entries[$0.value] != nil }
    fullCount = max(64, 2 * entries.count)
  }

  /// Whether an object's class is a Swift class; on Apple's systems, others come from Objective-C.
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
