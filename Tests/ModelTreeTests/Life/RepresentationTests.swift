import ModelTree
import ModelTreeJournal
import Testing
import TreeJournal
import TreeSnapshot

private class Form: Representation {
  var tie: RepresentationTie?
  init() {}
}

/// As the system names the class that it makes for an observed object.
private final class NSKVONotifying_Form: Form {
  override init() { super.init() }
}

@Suite struct `Representations of models` {
  private let root = ProbeSession()

  @Test func `a model is shown by its representation and does not retain it`() {
    let model = root.child("flow")
    var screen: Screen? = Screen()
    weak let weakScreen = screen
    screen.map(model.applyRepresentation)
    #expect(model.representation === screen)
    #expect(screen?.tie?.model === model)
    #expect(model.snapshot().root.representation == "Screen")
    screen = nil
    #expect(weakScreen == nil)
    #expect(model.representation == nil)
  }

  @Test func `a representation with observers has the name of its own class`() throws {
    let journal = Journal(bytes: Journal.leastBytes)
    let screen = NSKVONotifying_Form()
    root.applyRepresentation(screen)
    root.record(in: journal)
    root.child("flow").applyRepresentation(screen)
    #expect(root.snapshot().root.representation == "Form")
    let contents = try journal.contents
    for (moment, place) in [(1, 0), (journal.recordCount, 1)] {
      #expect(try contents.snapshot(at: moment)[place].representation == "Form")
    }
  }

  @Test func `a model leaves its parent when its representation is gone`() {
    weak let model = root.child("flow")
    weak let below = model?.child("picker")
    var screen: Screen? = Screen()
    if let screen { model?.applyRepresentation(screen) }
    screen = nil
    #expect(root.children.isEmpty)
    #expect(model == nil)
    #expect(below == nil)
  }

  @Test func `a representation that was replaced goes without its model`() {
    let model = root.child("flow")
    var first: Screen? = Screen()
    let second = Screen()
    first.map(model.applyRepresentation)
    model.applyRepresentation(second)
    model.applyRepresentation(second)
    first = nil
    #expect(model.parent === root)
    #expect(model.representation === second)
  }

  @Test func `a representation may outlive its model`() {
    let screen = Screen()
    root.child("flow").applyRepresentation(screen)
    root.children[0].removeFromParent()
    #expect(screen.tie?.model == nil)
    screen.tie = nil
  }

  @Test func `a root stays where it is`() {
    var screen: Screen? = Screen()
    screen.map(root.applyRepresentation)
    screen = nil
    #expect(root.children.isEmpty)
    #expect(root.session === root)
  }
}
