import TreeSnapshot

extension CommandService {
  /// Finds the models that a selector matches, as `find` does.
  ///
  /// - Parameter moment: The moment to look at, as with `--at`; nil for the present.
  /// - Returns: their positions in document order, and an answer that holds notes and no bytes.
  package func matches(
    of selector: String, at moment: String? = nil
  ) -> (positions: [Int], answer: Answer) {
    var positions: [Int] = []
    let answer = answer { context in
      positions = try context.looking(
        at: moment.map(MomentWord.init(rawValue:)), needs: nil
      ) {
        try ModelSelector(rawValue: selector)
          .matches(in: context.target.state().snapshot, noting: context.output)
      }
    }
    return (positions, answer)
  }
}
