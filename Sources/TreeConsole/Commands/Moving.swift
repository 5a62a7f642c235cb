import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Makes the parent of the current model the current one.
struct Up: AnsweringCommand {
  static let commandName = "up"
  static let abstract = "Go to the parent of the current model, or several levels up."
  static let examples = ["", "2"]

  @Argument(help: "How many levels.")
  var levels = 1

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    guard levels > 0 else { throw ConsoleError.misuse(usage: "up, or up 2") }
    let state = try context.target.state()
    let position = try context.ancestor(levels, in: state)
    context.setHere(position, in: state)
    context.answerHere(position, in: state, output)
  }
}

/// Makes a child of the current model the current one.
struct Down: AnsweringCommand {
  static let commandName = "down"
  static let abstract = "Go to a child of the current model."
  static let explanation: String? = """
    Without words to the only child; where there are several, name one, or give its place among its \
    siblings.
    """
  static let examples = ["", "2", "ExamCreationFlow"]

  @Argument(help: "The child: its place, from 1, or a selector that leads to it.")
  var child: ChildSelector?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let here = context.currentNode(in: state)
    let position = try position(below: here, in: state, context)
    context.setHere(position, in: state)
    context.answerHere(position, in: state, output)
  }

  private func position(
    below here: Int, in state: TreeState, _ context: CommandContext
  ) throws -> Int {
    let snapshot = state.snapshot
    let children = snapshot.columns.children(of: here)
    let fitting: [Int]
    if let place = child.flatMap({ Int($0.rawValue) }) {
      fitting = children.indices.contains(place - 1) ? [children[place - 1]] : []
    } else if let child {
      let parent = Int32(here)
      fitting = try ModelSelector(rawValue: child.rawValue)
        .matches(in: snapshot, noting: context.output)
        .filter { snapshot.columns.parents[$0] == parent }
    } else {
      fitting = children
    }
    guard fitting.count == 1 else {
      context.setFound(children, in: state)
      throw ConsoleError.noOneChild(
        of: snapshot[here].type, asked: child?.rawValue, fitting: fitting.count,
        children: children.prefix(ConsoleError.shownChildren).map { snapshot[$0].type },
        count: children.count)
    }
    return fitting[0]
  }
}

extension Columns {
  /// The positions of the children of a node. Costs a step for each.
  fileprivate func children(of parent: Int) -> [Int] {
    var children: [Int] = []
    var child = parent + 1
    let end = Int(subtreeEnds[parent])
    while child < end {
      children.append(child)
      child = Int(subtreeEnds[child])
    }
    return children
  }
}

extension CommandContext {
  /// The model so many levels above the current one.
  ///
  /// - Throws: `ConsoleError.aboveRoot` where there are not so many.
  func ancestor(_ levels: Int, in state: TreeState) throws -> Int {
    var position = currentNode(in: state)
    for _ in 0..<levels {
      let parent = Int(state.snapshot.columns.parents[position])
      guard parent >= 0 else { throw ConsoleError.aboveRoot(state.snapshot.root.type) }
      position = parent
    }
    return position
  }

  /// Answers with the current model.
  func answerHere(_ position: Int, in state: TreeState, _ options: OutputOptions) {
    let path = NodePaths(state.snapshot).path(of: position)
    options.answer(to: output) {
      .object { json in
        json.write("id", state.snapshot[position].id)
        json.write("path", path)
      }
    } text: {
      $0.line("\(path)")
    }
  }
}
