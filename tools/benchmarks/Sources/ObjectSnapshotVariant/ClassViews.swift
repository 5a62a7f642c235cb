public import TreeObjects

/// The table of classes, which the package keeps to itself.
public struct ClassViews {
  private var classes = ClassTable([])

  /// Knows no class yet.
  public init() {}

  /// An object as it describes itself, with the place of its type.
  public mutating func view(of object: AnyObject) -> (type: Int, view: any Inspectable) {
    classes.view(of: object)
  }
}
