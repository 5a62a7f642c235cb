import ModelTree
import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `Dumps of a tree` {
  private static let texts = [
    "plain", "", "two words", "quote \" back \\ slash / ", "line\nbreak\ttab", "\u{1b}[31mred",
    "\u{202e}bidi\u{200b}", "émoji 🌳 名", "{\"id\": 1}", "\u{0}nul", "\u{7f}\u{85}\u{2028}",
  ]

  /// A model that tells of itself whatever it was made with.
  private final class Telling: Model {
    var text = ""
    override var label: String? { text.isEmpty ? nil : text }
    override var state: KeyValuePairs<String, String> { [text: text, "a": text, "b": ""] }
  }

  @Test(arguments: UInt64(1)...40)
  func `a dump that is read back prints the same and dumps the same`(seed: UInt64) throws {
    let tree = RandomTree(seed: seed)
    var random = SeededGenerator(seed: seed)
    var screens: [Screen] = []
    for model in tree.root.subtree {
      let telling = Telling(parent: model)
      telling.text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
      if random.chance(30, in: 100) { telling.mayRaise(AppEvent.start) }
      if random.chance(30, in: 100) { telling.register(for: NetworkErrors.badToken) }
      if random.chance(30, in: 100) {
        let screen = Screen()
        screens.append(screen)
        telling.applyRepresentation(screen)
      }
      if let session = model as? Session { session.provide(Alpha(Log())) }
    }
    let live = tree.root.snapshot(name: Self.texts[Int(seed) % Self.texts.count])
    for layout in [Snapshot.DumpLayout.lines, .oneLine] {
      let read = try Snapshot(dump: live.dump(layout))
      #expect(read.text(options: .all, here: 0) == live.text(options: .all, here: 0))
      #expect(read.dump(layout) == live.dump(layout))
      #expect(read.vocabulary == live.vocabulary)
      #expect(read.name == live.name)
    }
  }

  @Test(arguments: UInt64(200)...210)
  func `printing, dumping and tracing leave the tree as it was`(seed: UInt64) {
    let tree = RandomTree(seed: seed)
    let models = tree.root.subtree
    let before = tree.root.snapshot().dump()
    for model in models {
      _ = model.sessionTree(withOptions: [.all, .youAreHere])
      _ = model.snapshot(name: "other").dump()
      _ = (model.children, model.parent, model.session, model.subtree)
      _ = model.model(withID: 5)
    }
    let snapshot = tree.root.snapshot()
    for position in snapshot.positions {
      for message in RandomTree.messages + [Message(kind: .error, domain: "No", code: "such")] {
        _ = snapshot.route(of: message, raisedAt: position)
      }
    }
    #expect(tree.root.snapshot().dump() == before)
    #expect(tree.heard.ids.isEmpty)
    #expect(tree.root.subtree.elementsEqual(models) { $0 === $1 })
  }

  @Test func `looking creates no signals and opens no sessions`() {
    let root = ProbeSession()
    let local = root.localSession("local")
    _ = root.sessionTree(withOptions: .all)
    #expect(root.log.lines.isEmpty)
    #expect(!root.isOpen)
    #expect(!local.isOpen)
  }
}
