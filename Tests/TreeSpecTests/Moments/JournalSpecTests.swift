import ModelTree
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@MainActor @Suite struct `Lines about what happened` {
  @Test func `never uncaught fails at the first such error, and counts all`() throws {
    let app = RecordedApp()
    let pier = Pier(parent: app.harbor)
    pier.raise(HarborErrors.storm)
    pier.raise(HarborErrors.storm)
    let finding = try app.finding("never uncaught")
    #expect(finding.outcome == .failed && finding.kind == .never)
    #expect(finding.moment?.count == 2)
    #expect(finding.problem.string.hasPrefix("was uncaught, 2 times, the first at moment "))
    #expect(try app.finding("never uncaught HarborErrors.*").outcome == .failed)
    #expect(try app.finding("never uncaught except HarborErrors.storm").outcome == .passed)
    #expect(try app.finding("never unhandled").outcome == .passed)
  }

  @Test func `a name that the journal doesn't know fails`() throws {
    let app = RecordedApp()
    app.harbor.raise(HarborErrors.storm)
    let finding = try app.finding("never uncaught HarborErrors.strom")
    #expect(finding.isUnknown && finding.problem.string.contains("did you mean"))
  }

  @Test func `within asks for a model that takes the message`() throws {
    let app = RecordedApp()
    let pier = Pier(parent: app.harbor)
    app.harbor.register(for: HarborErrors.storm) { _ in }
    pier.raise(HarborErrors.storm)
    #expect(try app.finding("error HarborErrors.storm => Harbor within 10 m").outcome == .passed)
    #expect(
      try app.finding("error HarborErrors.storm from Pier => Pier within 10 m").problem.string
        .hasPrefix("was handled by Harbor"))
    #expect(try app.finding("never slower 10 m").outcome == .passed)
    #expect(try app.finding("never slower 0 ms").outcome == .failed)
  }

  @Test func `are refused for a tree without a journal`() throws {
    let spec = try Spec("tree-spec 1\nnever leaked\nlimit nodes = 1", name: "a")
    let error = #expect(throws: SpecError.self) { try spec.require(journal: false, tree: true) }
    #expect(error?.faults.map(\.line) == [2])
  }
}
