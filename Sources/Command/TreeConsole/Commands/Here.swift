import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Sets or shows the current model of a prompt.
struct Here: FormattedQuestion {
  static let commandName = "here"
  static let abstract = "Choose the current model, at which show, trace and raise begin."
  static let examples = ["", "ExamOptionsPickerModel", "/"]

  @Argument(help: "The model; '/' is the root. Left out, the current one is shown.")
  var selector: ModelSelector?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let position =
      try selector?.node(in: state.snapshot) ?? view.currentNode(in: state)
    return view.go(to: position, in: state)
  }
}

/// Makes the parent of the current model the current one.
struct Up: FormattedQuestion {
  static let commandName = "up"
  static let abstract = "Go to the parent of the current model, or several levels up."
  static let examples = ["", "2"]

  @Argument(help: "How many levels.")
  var levels = 1

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    guard levels > 0 else { throw ConsoleError.misuse(usage: "up, or up 2") }
    let state = try view.state()
    var position = view.currentNode(in: state)
    for _ in 0..<levels {
      guard let parent = state.snapshot[position].parent else {
        throw ConsoleError("there is nothing above the root, \(state.snapshot.root.name)")
      }
      position = parent.position
    }
    return view.go(to: position, in: state)
  }
}

/// Makes a child of the current model the current one.
struct Down: FormattedQuestion {
  static let commandName = "down"
  static let abstract = "Go to a child of the current model."
  static let explanation: String? = """
    Without words, go to the only child; if there are several, name one, or give its place among its \
    siblings.
    """
  static let examples = ["", "2", "ExamCreationFlow"]

  @Argument(help: "The child: its place, from 1, or a selector that leads to it.")
  var child: ModelSelector?

  @OptionGroup var output: OutputOptions

  /// The number of children that an error names.
  private static let shownChildren = 5

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let here = view.currentNode(in: state)
    let children = snapshot.columns.children(of: here)
    var matches = children
    if let place = child.flatMap({ Int($0.rawValue) }) {
      matches = children.indices.contains(place - 1) ? [children[place - 1]] : []
    } else if let child {
      matches = try child.matches(in: snapshot)
        .filter { snapshot.columns.parents[$0] == here }
    }
    guard matches.count == 1 else {
      let (parent, count) = (snapshot[here].name, children.count)
      if count == 0 { throw ConsoleError("\(parent) has no children") }
      let names = children.map { SafeText(snapshot[$0].name) }.listed(Self.shownChildren)
      throw ConsoleError(
        "\(parent) has \(count == 1 ? "1 child" : "\(count) children"): \(names); name one, or give its "
          + "place from 1 to \(count)")
    }
    return view.go(to: matches[0], in: state)
  }
}

extension View {
  /// Makes a model the current one, and returns the answer.
  fileprivate mutating func go(to position: Int, in state: TreeState) -> Answer {
    setHere(position, in: state)
    let path = NodePaths(state.snapshot).path(of: position)
    return Answer {
      .object { json in
        json.write("id", state.snapshot[position].id)
        json.write("path", path)
      }
    } text: {
      $0.line(NodePaths.typed(path))
    }
  }
}
