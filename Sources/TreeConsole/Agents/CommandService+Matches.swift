import TreeSnapshot

extension CommandService {
  /// Finds the models that a selector matches, as `find` does.
  ///
  /// - Returns: their positions in document order, and an answer that holds notes and no bytes.
  package func matches(of selector: String) -> (positions: [Int], answer: Answer) {
    var positions: [Int] = []
    let answer = answer { context in
      positions = try ModelSelector(rawValue: selector)
        .matches(in: context.target.state().snapshot, noting: context.output)
    }
    return (positions, answer)
  }
}
