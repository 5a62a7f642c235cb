extension UnsafeBufferPointer<UInt8> {
  /// The bytes before the first newline, or all.
  package var firstLine: UnsafeBufferPointer {
    guard let baseAddress, let newline = memchr(baseAddress, 10, count) else { return self }
    let length = UnsafeRawPointer(newline) - UnsafeRawPointer(baseAddress)
    return UnsafeBufferPointer(start: baseAddress, count: length)
  }
}
