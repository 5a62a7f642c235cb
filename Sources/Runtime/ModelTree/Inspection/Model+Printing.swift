import TreeSnapshot

extension Model {
  /// The details that a printed tree shows in addition to names.
  public struct PrintOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(_ options: TreeSnapshot.PrintOptions) { rawValue = options.rawValue }

    /// `(R)`: the screen object that shows the model.
    public static let representation = Self(.representation)
    /// `(E)`: the global events that the model is registered for.
    public static let globalEvents = Self(.globalEvents)
    /// `(B)`: the bubbles that the model is registered for.
    public static let bubbles = Self(.bubbles)
    /// `(Err)`: the errors that the model is registered for, as domain and codes.
    public static let errors = Self(.errors)
    /// `(Err)`: the same errors by their labels.
    public static let errorsVerbose = Self(.errorsVerbose)
    /// `<-` at the model that prints.
    public static let youAreHere = Self(.youAreHere)
    /// `(S)`: the services that a session provides.
    public static let services = Self(.services)
    /// `@`: the `file:line` that created the model, and the one of each subscription shown.
    public static let sources = Self(.sources)
    /// `{…}`: the model's state.
    public static let state = Self(.state)
    /// `(W)`: the asynchronous work that the model waits for.
    public static let work = Self(.work)
    /// All details except `youAreHere`.
    public static let all = Self(.all)
  }

  /// Prints the whole tree of the model's session, one line per model. Costs a walk over it.
  ///
  /// ```swift
  /// model.printSessionTree(withOptions: [.errorsVerbose, .youAreHere])
  /// ```
  ///
  /// - Parameter options: the details to show in addition to names.
  public func printSessionTree(withOptions options: PrintOptions = []) {
    print(sessionTree(withOptions: options), terminator: "")
  }

  /// Prints the model and everything below it, one line per model. Costs a walk over it.
  ///
  /// - Parameter options: the details to show in addition to names.
  public func printSubtree(withOptions options: PrintOptions = []) {
    print(text(of: self, options), terminator: "")
  }

  /// Returns the text that `printSessionTree(withOptions:)` prints. Costs a walk over the tree.
  ///
  /// - Parameter options: the details to show in addition to names.
  /// - Returns: the lines, each with its end.
  public func sessionTree(withOptions options: PrintOptions = []) -> String {
    text(of: session ?? self, options)
  }

  private func text(of top: Model, _ options: PrintOptions) -> String {
    let snapshot = top.snapshot()
    return snapshot.text(
      options: TreeSnapshot.PrintOptions(rawValue: options.rawValue),
      here: snapshot.position(ofID: id))
  }
}
