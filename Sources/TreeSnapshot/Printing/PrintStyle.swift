/// How a tree is printed.
public struct PrintStyle: Hashable, Sendable {
  /// Whether the branches are drawn with `|-` and the like in place of box-drawing characters.
  public var ascii: Bool
  /// Whether names and marks are colored for a terminal.
  public var color: Bool
  /// Whether everything beside the names stands on a line of its own, with the marks of diagrams.
  public var long: Bool
  /// How many levels below the first are shown; nil shows all.
  public var depth: Int?

  /// Makes a style; what is left out is plain, whole and in box-drawing characters.
  public init(
    ascii: Bool = false, color: Bool = false, long: Bool = false, depth: Int? = nil
  ) {
    self.ascii = ascii
    self.color = color
    self.long = long
    self.depth = depth
  }
}
