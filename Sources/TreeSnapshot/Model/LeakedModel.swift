/// A model that left its tree and is still alive because something retains it.
public struct LeakedModel: Hashable, Sendable {
  /// The number by which the model was known in its tree.
  public var id: Int
  /// The model's type.
  public var type: String
  /// The names from the root of its tree down to the model, from the moment at which it left; nil
  /// where it left before an inspector was attached.
  public var path: String?
  /// The model's own source, `file:line`, where it was created; nil where that is not known.
  public var source: String?
  /// The id of the model above it that left together with it and retains it; nil where none does.
  public var holder: Int?

  /// Whether it belonged to a tree that was replaced since, whose ids name no models of the present one.
  public var isOfEarlierTree: Bool

  /// Creates a leaked model.
  ///
  /// - Parameters:
  ///   - id: the number by which the model was known in its tree.
  ///   - type: the model's type.
  ///   - path: the names from the root down to the model, from the moment at which it left.
  ///   - source: the `file:line` that created it.
  ///   - holder: the model above it that left together with it, by its id.
  ///   - isOfEarlierTree: whether it belonged to a tree that was replaced since.
  public init(
    id: Int, type: String, path: String?, source: String?, holder: Int?,
    isOfEarlierTree: Bool = false
  ) {
    self.id = id
    self.type = type
    self.path = path
    self.source = source
    self.holder = holder
    self.isOfEarlierTree = isOfEarlierTree
  }
}
