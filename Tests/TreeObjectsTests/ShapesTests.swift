import Foundation
import TestSupport
import Testing
import TreeObjects
import TreeSnapshot

private let package = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../..").standardized

private func text(_ path: String) throws -> String {
  try String(contentsOf: package.appending(path: path), encoding: .utf8)
}

/// The article's ```swift blocks are the files in `Shapes/`; the ```text blocks are the trees of their apps,
/// and the ```treespec blocks their specs.
@MainActor @Suite struct `The article on coordinators, view models, and actors` {
  private func blocks(_ language: String) throws -> [String] {
    try text(
      "Sources/Tree/TreeObjects/TreeObjects.docc/InspectCoordinatorsViewModelsAndActors.md"
    ).components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] + "\n" }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  private func trees() async -> [Snapshot] {
    let trips = TripsCoordinator()
    trips.start()
    trips.router.screens[0].onNext?()
    let view = ShelfView()
    for title in ["Emma", "Middlemarch"] { view.model.add(title) }
    view.model.selected = view.model.books[1]
    let queue = DownloadQueue()
    queue.add("map", parts: [[1, 2], [3, 4]])
    for task in queue.tasks { await task.value }
    return [snapshot(of: trips), snapshot(of: view), snapshot(of: queue)]
  }

  @Test func `shows the files that compile, each app shorter than 120 lines`() throws {
    let blocks = try blocks("swift")
    let names = try blocks.map { block in
      let name = try #require(block.prefixMatch(of: /\/\/ (\w+\.swift)/)).1
      // An app with such view models needs these systems anyway.
      let file = try text("Tests/TreeObjectsTests/Shapes/\(name)")
        .replacing("@available(macOS 14, iOS 17, tvOS 17, *)\n", with: "")
      #expect(file == block)
      return String(name)
    }
    #expect(names.count == 6)
    let present = try FileManager.default.contentsOfDirectory(
      atPath: package.appending(path: "Tests/TreeObjectsTests/Shapes").path())
    #expect(Set(present) == Set(names))
    for pair in stride(from: 0, to: 6, by: 2) {
      #expect((blocks[pair] + blocks[pair + 1]).split(separator: "\n").count < 120)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `shows the apps' trees, which match the specs`() async throws {
    let trees = await trees()
    #expect(try blocks("text") == trees.map { $0.text() })
    let specs = try blocks("treespec")
    #expect(specs.count == 3)
    let folder = try TemporaryFolder()
    for (tree, spec) in zip(trees, specs) {
      try tree.writeDump(toFile: folder.path(of: "tree.json"))
      try folder.write(spec, to: "tree.treespec")
      let answer = try ChildProcess.run(
        [BuiltProduct.path(of: "modeltree"), "check", "tree.json", "tree.treespec"],
        environment: ["LC_ALL": "C.UTF-8"], directory: folder.path)
      #expect(answer.status == 0, "\(answer.text)\(answer.errors)")
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `tests reach the apps' own handlers`() throws {
    let trips = TripsCoordinator()
    let adapters = snapshot(of: trips)
    #expect(adapters.root.subscriptions.map(\.domain) == ["PaymentError", "TripScreen"])
    trips.book()
    trips.booking?.decline()
    #expect(trips.problem == .declined && trips.booking != nil)
    trips.end(nil)
    #expect(trips.booking == nil)
    let view = ShelfView()
    let test = TestMessage(.error, domain: "ShelfError", code: "offline")
    try (view as any Inspectable).receive(test)
    #expect(view.alert == .offline)
  }
}
