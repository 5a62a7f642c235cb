import TextIO
import TreeAnalysis
import TreeSnapshot

/// What a command runs against and answers to.
package final class CommandContext {
  let target: WhatIfTarget
  let output: ConsoleOutput
  /// Whether the command was typed at a prompt or is part of its script.
  let isRepl: Bool
  /// The trees that a prompt remembers.
  let remembered = RememberedTrees()

  /// The current model of a prompt, by its tree and its id.
  private var here: (tree: Int, id: Int)?
  /// Whether the prompt should end.
  var isFinished = false
  /// Whether a command has found what should not be.
  var hasFindings = false

  package init(target: any InspectionTarget, output: ConsoleOutput, isRepl: Bool) {
    self.target = WhatIfTarget(target)
    self.output = output
    self.isRepl = isRepl
  }

  /// The position of the current model; the root where none was chosen or it left the tree.
  func currentNode(in state: TreeState) -> Int {
    guard let here else { return 0 }
    if here.tree == state.tree, let position = state.snapshot.position(ofID: here.id) {
      return position
    }
    self.here = nil
    output.note("the current model has left the tree; 'here' is the root again")
    return 0
  }

  /// The name of the current model where one was chosen, for the prompt.
  var hereName: String? {
    guard here != nil, let state = try? target.state() else { return nil }
    let position = currentNode(in: state)
    return here == nil ? nil : state.snapshot[position].type
  }

  func setHere(_ position: Int, in state: TreeState) {
    here = position == 0 ? nil : (state.tree, state.snapshot[position].id)
  }
}
