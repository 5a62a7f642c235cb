import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Sets or shows the current model of a prompt.
struct Here: FormattedQuestion {
  static let commandName = "here"
  static let abstract = "Choose the current model, at which show, trace and raise begin."
  static let explanation: String? = """
    '..' is the parent of the current model and '../..' its parent, '-' the one before.
    """
  static let examples = ["ExamOptionsPickerModel", "..", "/"]

  @Argument(help: "The model; '/' is the root. Left out, the current one is shown.")
  var selector: ModelSelector?

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    guard let selector else {
      return Self.answer(view.currentNode(in: state), in: state)
    }
    return Self.go(to: try position(of: selector, in: state, &view), in: state, &view)
  }

  private func position(
    of selector: ModelSelector, in state: TreeState, _ view: inout View
  ) throws -> Int {
    let levels = selector.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    if levels.allSatisfy({ $0 == ".." }) { return try view.ancestor(levels.count, in: state) }
    if selector.rawValue == "-" {
      guard let position = view.prompt.before?.position(in: state) else {
        throw ConsoleError("no earlier current model")
      }
      return position
    }
    return try selector.node(in: state.snapshot)
  }

  /// Makes a model the current one, and returns the answer.
  fileprivate static func go(
    to position: Int, in state: TreeState, _ view: inout View
  ) -> Answer {
    view.setHere(position, in: state)
    return answer(position, in: state)
  }

  private static func answer(_ position: Int, in state: TreeState) -> Answer {
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
    return Here.go(to: try view.ancestor(levels, in: state), in: state, &view)
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

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let here = view.currentNode(in: state)
    let children = state.snapshot.columns.children(of: here)
    let matches = try matches(among: children, of: here, in: state.snapshot, view)
    guard matches.count == 1 else {
      throw error(matches.count, children, of: here, in: state.snapshot)
    }
    return Here.go(to: matches[0], in: state, &view)
  }

  private func matches(
    among children: [Int], of here: Int, in snapshot: Snapshot, _ view: View
  ) throws -> [Int] {
    guard let child else { return children }
    if let place = Int(child.rawValue) {
      return children.indices.contains(place - 1) ? [children[place - 1]] : []
    }
    return try child.matches(in: snapshot)
      .filter { snapshot.columns.parents[$0] == here }
  }

  /// The number of children that an error names.
  private static let shownChildren = 5

  private func error(
    _ matchCount: Int, _ children: [Int], of here: Int, in snapshot: Snapshot
  ) -> ConsoleError {
    let (parent, count) = (snapshot[here].name, children.count)
    let place: SafeText = "give its place from 1 to \(count)"
    if count == 0 { return ConsoleError("\(parent) has no children") }
    let more = count - Self.shownChildren
    let names =
      children.prefix(Self.shownChildren).map { snapshot[$0].name }.joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
    guard let child = child?.rawValue else {
      return ConsoleError("\(parent) has \(count) children: \(names); name one, or \(place)")
    }
    return ConsoleError(
      matchCount > 1
        ? "'\(child)' matches \(matchCount) children of \(parent); \(place)"
        : "no child of \(parent) is '\(child)'; there \(count == 1 ? "is" : "are") \(names); name one, or "
          + "\(place)")
  }
}

extension View {
  /// The ancestor a number of levels above the current model.
  fileprivate mutating func ancestor(_ levels: Int, in state: TreeState) throws -> Int {
    var position = currentNode(in: state)
    for _ in 0..<levels {
      let parent = Int(state.snapshot.columns.parents[position])
      guard parent >= 0 else {
        throw ConsoleError("there is nothing above the root, \(state.snapshot.root.name)")
      }
      position = parent
    }
    return position
  }
}
