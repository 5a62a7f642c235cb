/// One line of a model's state, such as `examsCount = 3`.
public struct StateEntry: Hashable, Sendable {
  /// What the value is.
  public var key: String
  /// The value as the model describes it.
  public var value: String

  /// Names a value.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
