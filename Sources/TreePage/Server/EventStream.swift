import FlyingFox
import FlyingSocks
import TextIO

/// The state of a target as server-sent events: at first, and whenever it changes.
///
/// A slow reader gets what is newest and never what it missed.
struct EventStream: AsyncBufferedSequence {
  typealias Element = UInt8

  private let page: PageTarget

  init(_ page: PageTarget) { self.page = page }

  func makeAsyncIterator() -> Iterator { Iterator(page: page) }

  /// Waits for the next state.
  struct Iterator: AsyncBufferedIteratorProtocol {
    let page: PageTarget
    private var last: PageTarget.State?

    init(page: PageTarget) { self.page = page }

    mutating func next() async throws -> UInt8? {
      // A stream of events is asked for buffers only.
      nil
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      let next = await page.state(after: last)
      if Task.isCancelled { return nil }
      guard let state = next else {
        // A comment, by which it is noticed that the reader is gone.
        return Array(": still here\n\n".utf8)
      }
      last = state
      return Array("data: \(state.json.string)\n\n".utf8)
    }
  }
}
