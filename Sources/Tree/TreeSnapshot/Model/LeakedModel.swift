/// A model that left its tree and is still alive.
public struct LeakedModel: Hashable, Sendable {
  /// The id that the model had in its tree.
  public var id: Int
  /// The model's type.
  public var type: String
  /// The names from the root of its tree down to the model at the moment when it left; nil if it
  /// left before an inspector was attached.
  public var path: String?
  /// The `file:line` that created the model; nil if unknown.
  public var source: String?
  /// The id of the model above it that left together with it and retains it; nil if there is none.
  public var holder: Int?

  /// Whether the model belonged to an earlier tree. Its ids then name no models of the current
  /// tree.
  public var isOfEarlierTree: Bool
  /// Each `file:line` at which the model registered a closure that it still has, in that order. A
  /// closure that captures the model retains it.
  public var handlers: [String]
  /// Each `file:line` at which the model started work that still runs, in that order. Work that
  /// captures the model retains it.
  public var work: [String]
  /// Whether some of its work was cancelled and hasn't ended yet.
  package var isEndingWork = false
  /// The type in texts and paths, without its nesting.
  package var shownType: String { TypeName.bare(type) ?? type }
  /// The model's address in its process; nil if unknown.
  package var address: UInt?

  /// Creates a leaked model.
  ///
  /// - Parameters:
  ///   - id: the id that the model had in its tree.
  ///   - type: the model's type.
  ///   - path: the names from the root down to the model at the moment when it left.
  ///   - source: the `file:line` that created it.
  ///   - holder: the id of the model above it that left together with it.
  ///   - isOfEarlierTree: whether it belonged to an earlier tree.
  ///   - handlers: each `file:line` at which it registered a closure.
  ///   - work: each `file:line` at which it started work that still runs.
  public init(
    id: Int, type: String, path: String?, source: String?, holder: Int?,
    isOfEarlierTree: Bool = false, handlers: [String] = [], work: [String] = []
  ) {
    self.id = id
    self.type = type
    self.path = path
    self.source = source
    self.holder = holder
    self.isOfEarlierTree = isOfEarlierTree
    self.handlers = handlers
    self.work = work
  }
}
