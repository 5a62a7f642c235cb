/// The blocks of memory that a process has allocated and not freed.
struct Heap {
  /// Where they begin.
  var blocks = ObjectMap()
  /// Anonymous memory that belongs to no heap and no thread: pools of libraries.
  var pools: [Range<UInt>] = []
  /// The number of bytes of the heaps.
  var byteCount = 0
  /// What could not be read, as clauses for people.
  var missing: [String] = []
}
