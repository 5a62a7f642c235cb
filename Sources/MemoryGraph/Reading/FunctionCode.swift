/// Where the code of a function lies.
package struct FunctionCode: Hashable, Sendable {
  /// The file of its program or library.
  package var file: String
  /// The address, as in that file.
  package var address: UInt
  /// The place in the sources, such as `Uploader.swift:31`; nil until it is looked up.
  package var source: String?

  init(file: String, address: UInt) {
    self.file = file
    self.address = address
  }
}
