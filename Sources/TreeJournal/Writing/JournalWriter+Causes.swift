extension JournalWriter {
  /// A record that was written.
  @usableFromInline
  package struct Mark {
    /// The record's number; 0 for none.
    @usableFromInline package let number: UInt64
    @usableFromInline let place: UnsafeMutablePointer<UInt64>?

    /// - Parameter place: where it lies; nil where it has no duration, or gets it elsewhere.
    @inlinable
    package init(number: UInt64, place: UnsafeMutablePointer<UInt64>? = nil) {
      (self.number, self.place) = (number, place)
    }
  }

  /// What records are caused by.
  @usableFromInline
  package struct Origin {
    /// The record of the handler that runs, or started the work whose answer is taken; 0 for none.
    @usableFromInline let cause: UInt64
    /// The model whose handler that is, with its tree.
    @usableFromInline let handler: UInt64

    @inlinable
    init(cause: UInt64, handler: UInt64) { (self.cause, self.handler) = (cause, handler) }
  }

  /// Sets the cause of the records that follow.
  ///
  /// - Parameters:
  ///   - cause: the record of the handler that runs.
  ///   - handler: the model whose handler that is, with its tree.
  /// - Returns: the cause before, to be set again.
  @inlinable @inline(__always)
  package func begin(_ cause: UInt64, _ handler: UInt64) -> Origin {
    let outer = origin
    origin = Origin(cause: cause, handler: handler)
    return outer
  }

  /// Sets a cause again.
  @inlinable @inline(__always)
  package func resume(_ outer: Origin) { origin = outer }
}
