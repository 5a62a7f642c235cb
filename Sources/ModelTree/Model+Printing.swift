public import TreeSnapshot

extension Model {
  /// Prints the whole tree of the model's session, one line a model. Costs a walk over it.
  ///
  /// ```swift
  /// model.printSessionTree(withOptions: [.errorsVerbose, .youAreHere])
  /// ```
  ///
  /// - Parameter options: what is shown beside the names.
  public func printSessionTree(withOptions options: PrintOptions = []) {
    print(sessionTree(withOptions: options), terminator: "")
  }

  /// Prints the model and everything below it, one line a model. Costs a walk over it.
  ///
  /// - Parameter options: what is shown beside the names.
  public func printSubtree(withOptions options: PrintOptions = []) {
    print(snapshot().text(options: options, here: 0), terminator: "")
  }

  /// What `printSessionTree(withOptions:)` prints. Costs a walk over the tree.
  ///
  /// - Parameter options: what is shown beside the names.
  /// - Returns: the lines, each with its end.
  public func sessionTree(withOptions options: PrintOptions = []) -> String {
    let snapshot = (session ?? self).snapshot()
    return snapshot.text(options: options, here: snapshot.position(ofID: id))
  }
}
