import TreeSnapshot

/// The subscriptions, or the raised messages, of a tree by their messages.
package struct MessageEntries: Sendable {
  /// A subscription or a raised message: its node, and its index among those of all nodes.
  package struct Entry: Hashable, Sendable {
    private var narrowNode: Int32
    private var narrowIndex: Int32

    init(node: Int, index: Int) { (narrowNode, narrowIndex) = (Int32(node), Int32(index)) }

    package var node: Int { Int(narrowNode) }
    package var index: Int { Int(narrowIndex) }
  }

  private let numbers: MessageNumbers
  /// Those of one message side by side, in document order.
  private let entries: [Entry]
  /// Where those of each message end.
  private let ends: [Int32]

  /// Entries in document order, each with the number of its message.
  struct Unsorted {
    fileprivate var entries: [Entry] = []
    fileprivate var owners: [Int32] = []

    /// Makes room for so many entries.
    init(capacity: Int) {
      entries.reserveCapacity(capacity)
      owners.reserveCapacity(capacity)
    }

    mutating func add(_ entry: Entry, of message: Int) {
      entries.append(entry)
      owners.append(Int32(message))
    }
  }

  /// Sorts entries by their messages. Costs two passes over them.
  init(_ unsorted: Unsorted, numbers: MessageNumbers) {
    self.numbers = numbers
    // Each message's entries go where those of the messages before it end, and move that end.
    var ends = [Int32](repeating: 0, count: numbers.count + 1)
    for owner in unsorted.owners { ends[Int(owner) + 1] += 1 }
    for number in 0..<numbers.count { ends[number + 1] += ends[number] }
    let none = Entry(node: 0, index: 0)
    var entries = [Entry](repeating: none, count: unsorted.entries.count)
    for (entry, owner) in zip(unsorted.entries, unsorted.owners) {
      entries[Int(ends[Int(owner)])] = entry
      ends[Int(owner)] += 1
    }
    self.entries = entries
    self.ends = ends
  }

  /// The entries of a message, in document order; none where there is no such message.
  package subscript(key: MessageKey) -> ArraySlice<Entry> {
    numbers.number(of: key).map(entries(of:)) ?? []
  }

  /// The entries of the message with a number, in document order.
  func entries(of message: Int) -> ArraySlice<Entry> {
    entries[(message == 0 ? 0 : Int(ends[message - 1]))..<Int(ends[message])]
  }

  /// The messages that have entries, with these, in the order in which the messages were noted.
  package var all: some Sequence<(key: MessageKey, entries: ArraySlice<Entry>)> {
    numbers.keys.indices.lazy.map { (numbers.keys[$0], entries(of: $0)) }
      .filter { !$0.entries.isEmpty }
  }
}
