/// The work of all handlers: counting.
///
/// `@unchecked Sendable`: required for Foundation's observers; nothing here counts on two threads.
final class Counter: @unchecked Sendable {
  private(set) var value = 0

  func add(_ number: Int = 1) { value &+= number }

  /// Throws if a message didn't reach its receivers: then the figures mean nothing.
  func expect(multipleOf number: Int) throws {
    guard value > 0, value.isMultiple(of: number) else {
      throw BenchError(description: "the messages did not reach their handlers")
    }
  }
}
