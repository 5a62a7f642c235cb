extension String {
  /// Creates text of bytes; nil if they aren't valid UTF-8.
  ///
  /// In place of `String(validating:as:)`, which requires macOS 15 and iOS 18.
  package init?(utf8Bytes bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Invalid bytes are replaced.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
