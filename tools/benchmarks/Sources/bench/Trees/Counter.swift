/// What all handlers do: they count.
///
/// `@unchecked Sendable`: observers of Foundation must be, and nobody counts on two threads here.
final class Counter: @unchecked Sendable {
  private(set) var value = 0

  func add(_ number: Int = 1) { value &+= number }

  /// Throws where a message did not reach whom it had to: then the figures mean nothing.
  func expect(multipleOf number: Int) throws {
    guard value > 0, value.isMultiple(of: number) else {
      throw BenchError(description: "the messages did not reach their handlers")
    }
  }
}
