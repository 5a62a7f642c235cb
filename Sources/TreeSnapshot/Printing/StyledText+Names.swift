package import TextIO

extension StyledText {
  /// Adds a name of a tree.
  package mutating func append(_ name: Symbol, of columns: Columns) {
    let isPlain = columns.symbols.isPlain(name)
    columns.symbols.withBytes(of: name) { append($0, isPlain: isPlain) }
  }
}
