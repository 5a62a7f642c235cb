import CEditLine
import TextIO

/// Ends a wait from another thread or from a signal handler.
final class WakePipe: Sendable {
  let reader: Int32
  let writer: Int32

  /// Nil when there are too many open files.
  init?() {
    guard let ends = Descriptor.makePipe() else { return nil }
    (reader, writer) = ends
    // A full pipe wakes as well as one more byte would; its writer must not block.
    Descriptor.neverBlock(writer)
  }

  deinit {
    close(reader)
    close(writer)
  }

  func wake() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  func clear() {
    _ = Descriptor.bytes(of: reader, limit: 65_536)
  }
}
