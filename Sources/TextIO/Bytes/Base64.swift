/// Bytes as text of 64 characters, for what carries text alone.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Writes bytes as text, with `=` at its end where their number is no multiple of three.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to sink: inout some ByteSink & ~Copyable
  ) {
    digits.withUnsafeBufferPointer { digits in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { text in
        var (count, place) = (0, 0)
        while place < bytes.count {
          let left = bytes.count - place
          let (first, second, third) = (
            bytes[place], left > 1 ? bytes[place + 1] : 0, left > 2 ? bytes[place + 2] : 0
          )
          text[count] = digits[Int(first >> 2)]
          text[count + 1] = digits[Int(first & 3) << 4 | Int(second >> 4)]
          text[count + 2] =
            left > 1 ? digits[Int(second & 15) << 2 | Int(third >> 6)] : UInt8(ascii: "=")
          text[count + 3] = left > 2 ? digits[Int(third & 63)] : UInt8(ascii: "=")
          count += 4
          place += 3
          if count == text.count {
            sink.write(UnsafeBufferPointer(text))
            count = 0
          }
        }
        sink.write(UnsafeBufferPointer(rebasing: text[..<count]))
      }
    }
  }

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Reads text as bytes; nil where it is no such text.
  package static func bytes(of text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard padding == 0 || text.last == UInt8(ascii: "=") else { return nil }
    return values.withUnsafeBufferPointer { values in
      var isText = true
      let count = text.count / 4 * 3 - padding
      let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, written in
        for group in 0..<(text.count / 4) {
          var bits: UInt32 = 0
          for place in 0..<4 {
            let isPadding = group * 4 + place >= text.count - padding
            let value = isPadding ? 0 : values[Int(text[group * 4 + place])]
            if value > 63 { isText = false }
            bits = bits << 6 | UInt32(value & 63)
          }
          bytes[group * 3] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[group * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[group * 3 + 2] = UInt8(truncatingIfNeeded: bits)
        }
        written = count
      }
      return isText ? bytes : nil
    }
  }
}
