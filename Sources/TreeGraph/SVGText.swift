/// Bytes of SVG.
struct SVGText {
  private(set) var bytes: [UInt8] = []

  init(reserving count: Int) { bytes.reserveCapacity(count) }

  /// Adds text that is SVG already.
  mutating func add(_ text: String) { bytes += text.utf8 }

  mutating func add(_ other: SVGText) { bytes += other.bytes }

  /// Adds text of which nothing acts as SVG. Names in it passed `SafeText` before.
  mutating func add(escaped text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Adds a number with at most two decimals.
  mutating func add(_ value: Double) {
    var hundredths = Int((value * 100).rounded())
    if hundredths < 0 {
      bytes.append(UInt8(ascii: "-"))
      hundredths = -hundredths
    }
    bytes += String(hundredths / 100).utf8
    if hundredths % 100 == 0 { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(hundredths % 100 / 10))
    if hundredths % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(hundredths % 10)) }
  }
}
