/// Elements to which others are added one by one, or a few at a time: an array would ask each time who else
/// has it.
@usableFromInline
package struct GrowingBuffer<Element>: ~Copyable {
  /// The elements, and room for more; nil where there is none.
  @usableFromInline var memory: UnsafeMutablePointer<Element>?
  @usableFromInline var capacity = 0
  /// The number of elements.
  @usableFromInline package internal(set) var count = 0

  /// Creates a buffer without elements.
  @inlinable
  package init() {}

  deinit {
    memory?.deinitialize(count: count)
    memory?.deallocate()
  }

  /// Lends the elements from an offset on.
  @inlinable @inline(__always)
  package func withElements<Result>(
    from start: Int = 0, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    body(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: memory, count: count)[start...]))
  }

  /// The element at an offset.
  @inlinable
  package subscript(offset: Int) -> Element {
    @inline(__always) get { element(offset).pointee }
    @inline(__always) _modify { yield &element(offset).pointee }
  }

  @inlinable @inline(__always)
  func element(_ offset: Int) -> UnsafeMutablePointer<Element> {
    guard let memory, offset >= 0, offset < count else { preconditionFailure("no such element") }
    return memory + offset
  }

  /// Adds elements.
  @inlinable @inline(__always)
  package mutating func append(_ more: UnsafeBufferPointer<Element>) {
    guard let start = more.baseAddress else { return }
    room(for: more.count).initialize(from: start, count: more.count)
    count &+= more.count
  }

  /// Adds an element.
  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    room(for: 1).initialize(to: element)
    count &+= 1
  }

  /// Adds an element so many times.
  @inlinable
  package mutating func append(_ element: Element, times: Int) {
    room(for: times).initialize(repeating: element, count: times)
    count &+= times
  }

  /// Changes each element.
  @inlinable @inline(__always)
  package mutating func update(_ change: (inout Element) -> Void) {
    guard let memory else { return }
    for index in 0..<count { change(&memory[index]) }
  }

  /// Removes what is behind so many elements; the room for it stays.
  @inlinable @inline(__always)
  package mutating func removeAll(behind start: Int = 0) {
    guard let memory, start < count else { return }
    (memory + start).deinitialize(count: count &- start)
    count = start
  }

  /// Makes room for more elements, and returns where they begin.
  @inlinable @inline(__always)
  mutating func room(for more: Int) -> UnsafeMutablePointer<Element> {
    guard let memory, more <= capacity &- count else { return grow(for: more) }
    return memory + count
  }

  @inlinable @inline(never)
  mutating func grow(for more: Int) -> UnsafeMutablePointer<Element> {
    capacity = max(count + more, capacity * 2, 256)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let memory {
      larger.moveInitialize(from: memory, count: count)
      memory.deallocate()
    }
    memory = larger
    return larger + count
  }
}
