import Testing

@testable import Holders

/// The names of functions and variables for people.
@Suite struct SymbolNameTests {
  @Test(arguments: [
    (
      "closure #1 (Swift.Int) -> () in Main.Uploader.start(Main.Flow, after: Swift.Int) -> ()",
      "closure #1 in Uploader.start(_:after:)"
    ),
    ("closure #2 @Sendable () async -> () in Main.run() -> ()", "closure #2 in run()"),
    (
      "partial apply forwarder for closure #1 () -> Swift.String in closure #3 () -> () in Main.A.b() -> ()",
      "closure #1 in closure #3 in A.b()"
    ),
    (
      "(2) await resume partial function for closure #1 () async -> () in Main.A.b(_: Main.C) -> ()",
      "closure #1 in A.b(_:)"
    ),
    ("static Main.Uploader.shared : Main.Uploader", "static Uploader.shared"),
    ("static Main.App.(app in _3F2504E04F8911D39A0C0305E82C3301) : Main.App", "static App.app"),
    ("Main.keeper : Main.Keeper", "keeper"),
    (
      "implicit closure #1 () -> Swift.String in Main.Keeper.log() -> ()",
      "implicit closure #1 in Keeper.log()"
    ),
    (
      "implicit closure #2 () -> () in implicit closure #1 (Main.C) -> () in Main.A.init(Main.C) -> ()",
      "implicit closure #2 in implicit closure #1 in A.init(_:)"
    ),
    (
      "generic specialization <Swift.Int> of Main.Box.map<A>((A) -> A) -> Main.Box<A>",
      "Box.map(_:)"
    ),
    ("", ""), ("((((", "(((("),
  ])
  func areShort(demangled: String, words: String) {
    #expect(SymbolName.shortened(demangled) == words)
  }

  @Test func aSymbolOfAnotherLanguageIsItsOwnName() {
    #expect(SymbolName(mangled: "_dispatch_timers_heap").words == "_dispatch_timers_heap")
    #expect(SymbolName(mangled: "$s").words == "$s")
  }
}
