/// A row of a table, as libraries for databases name it.
public struct Model: Sendable {
  /// Its first column.
  public let title: String

  /// Makes a row.
  public init(title: String) { self.title = title }
}
