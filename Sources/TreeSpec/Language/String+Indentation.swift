extension String {
  /// How many spaces are before the text.
  var indentation: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}
