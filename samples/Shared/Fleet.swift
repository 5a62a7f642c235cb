import Foundation
import ModelTree
import ModelTreeJournal
import TreeSnapshot

/// An app whose tests can be played for many builds, with defects that come in with some of them.
@MainActor
package protocol FleetApp: SampleApp {
  /// What may be wrong from some build on.
  static var defects: [Defect<Self>] { get }

  /// An app for one run.
  ///
  /// - Parameter file: where it keeps its journal, if that holds a tree.
  static func sample(recordingIn file: String) async throws -> Self

  /// The name of the screen in front, for the name of a file.
  var screenName: String { get }
}

extension FleetApp {
  package static func sample(recordingIn file: String) async throws -> Self {
    try await sample { _ in }
  }
}

/// A mistake that can be put into an app.
package struct Defect<App> {
  /// What a dump or a journal shows of it.
  package struct Evidence {
    /// A rule of lint; or `twice` for a model that stands twice under its parent, `uncaught` for an
    /// error that nobody handled, `leaked` for a model that acted after it had left the tree.
    let evidence: String
    /// The type of the model.
    let type: String
    /// The message, as `NetworkErrors.101`; nil where it is about none.
    let message: String?

    package init(_ evidence: String, at type: String, _ message: String? = nil) {
      self.evidence = evidence
      self.type = type
      self.message = message
    }
  }

  let evidence: [Evidence]
  /// Makes what is done to the app of one run: at its start, and after each step.
  package let make: @MainActor () -> @MainActor (App) throws -> Void

  package init(
    _ evidence: [Evidence], make: @escaping @MainActor () -> @MainActor (App) throws -> Void
  ) {
    self.evidence = evidence
    self.make = make
  }
}

/// The dumps of an app's tests, which each build plays anew: its scenarios, and walks of random steps.
package struct Fleet {
  /// The number of the first build.
  private static let firstBuild = 1180
  /// How often a pair is played on in which a defect doesn't show.
  private static let mostRounds = 20

  let folder: String
  let runs: Int
  let builds: Int
  let seed: UInt64

  /// Plays all tests of all builds, the builds side by side, and writes a dump at the end of each.
  ///
  /// - Returns: the defects that were put in, a line of JSON each.
  @MainActor
  func write<App: FleetApp>(
    _ app: App.Type, _ scenarios: [Scenario]
  ) async throws -> [String] {
    var dice = Dice(seed, App.name)
    let defects = App.defects.map { (defect: $0, from: dice.maybe(1..<builds)) }
    let tests = (0..<(runs + builds - 1) / builds).map { test(number: $0, of: App.self, scenarios) }
    // Most of a test is waiting for answers: builds wait side by side.
    let playing = (0..<builds).map { build in
      let there = defects.filter { $0.from.map { $0 <= build } ?? false }.map(\.defect)
      // The first builds take what does not divide evenly.
      let count = runs / builds + (build < runs % builds ? 1 : 0)
      return Task { @MainActor in
        for (number, steps) in tests.prefix(count).enumerated() {
          try await play(steps, number, there, in: App.self, build: build)
        }
      }
    }
    for build in playing { try await build.value }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try defects.flatMap { defect, from in
      try (from == nil ? [] : defect.evidence).map { evidence in
        let line = Line(
          app: App.name, build: "\(Self.firstBuild + (from ?? 0))", evidence: evidence.evidence,
          type: evidence.type, message: evidence.message)
        return String(decoding: try encoder.encode(line), as: UTF8.self)
      }
    }
  }

  /// Plays each test twice, without and with one defect, and writes both journals. Where the defect
  /// doesn't show in them by then, scenarios follow until it does.
  ///
  /// - Returns: the defect of each pair, a line of JSON each.
  @MainActor
  func writePairs<App: FleetApp>(
    _ app: App.Type, _ scenarios: [Scenario]
  ) async throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let playing = (0..<runs).map { number in
      Task { @MainActor in
        var steps = test(number: number, of: App.self, scenarios)
        let defect = App.defects[number % App.defects.count]
        let change = defect.make()
        let place = "\(folder)/\(App.name)-\(number)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let good = try await App.sample(recordingIn: "\(place)/good.journal")
        let bad = try await App.sample(recordingIn: "\(place)/bad.journal")
        var dice = Dice(seed, "\(App.name) \(number) until it shows")
        for _ in 0..<Self.mostRounds {
          try await play(steps, [], in: good)
          try await play(steps, [change], in: bad)
          if good.journal.recordCount != bad.journal.recordCount { break }
          steps = scenarios[dice.roll(scenarios.count)].steps
        }
        await good.finish()
        await bad.finish()
        return try defect.evidence.map { evidence in
          let line = Line(
            app: App.name, pair: "\(App.name)-\(number)", evidence: evidence.evidence,
            type: evidence.type, message: evidence.message)
          return String(decoding: try encoder.encode(line), as: UTF8.self)
        }
      }
    }
    var lines: [String] = []
    for pair in playing { lines += try await pair.value }
    return lines
  }

  /// What the list of defects says of one.
  private struct Line: Encodable {
    let app: String
    var build: String?
    var pair: String?
    let evidence: String
    let type: String
    let message: String?
  }

  /// The steps of a test: a scenario's first, then those of random walks.
  @MainActor
  private func test<App: FleetApp>(
    number: Int, of app: App.Type, _ scenarios: [Scenario]
  ) -> [String] {
    if number < scenarios.count { return scenarios[number].stepsToDump }
    var dice = Dice(seed, "\(App.name) \(number)")
    // A walk begins as one of the scenarios does, so that it gets somewhere.
    let begin = scenarios[dice.roll(scenarios.count)].steps
    let pool = scenarios.flatMap(\.steps)
    return begin.prefix(dice.roll(begin.count + 1))
      + (0...dice.roll(5)).map { _ in pool[dice.roll(pool.count)] }
  }

  @MainActor
  private func play<App: FleetApp>(
    _ steps: [String], _ changes: [@MainActor (App) throws -> Void], in app: App
  ) async throws {
    for step in [""] + steps {
      // What cannot be done now, such as going back from the first screen, a random walk leaves out.
      do { _ = try await app.type(step) } catch is UserError {}
      // A second time for what began with the first answers.
      await app.settle()
      await app.settle()
      for change in changes { try change(app) }
    }
  }

  @MainActor
  private func play<App: FleetApp>(
    _ steps: [String], _ number: Int, _ defects: [Defect<App>], in type: App.Type, build: Int
  ) async throws {
    let place = "\(folder)/build-\(Self.firstBuild + build)/\(App.name)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let journal = "\(place)/.\(number).journal"
    let app = try await App.sample(recordingIn: journal)
    try await play(steps, defects.map { $0.make() }, in: app)
    let name = "\(place)/\(app.screenName)-\(number < 9 ? "0" : "")\(number + 1)"
    try await app.snapshot().writeDump(toFile: "\(name).json")
    if FileManager.default.fileExists(atPath: journal) {
      try FileManager.default.moveItem(atPath: journal, toPath: "\(name).journal")
    }
    await app.finish()
  }
}

/// Random numbers that are the same for the same seed and name, on every machine (SplitMix64).
private struct Dice {
  private var state: UInt64

  init(_ seed: UInt64, _ name: String) {
    state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A number from 0 up to `count`, without it.
  mutating func roll(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(count))
  }

  /// A number of the range three times out of four, else none.
  mutating func maybe(_ range: Range<Int>) -> Int? {
    let number = range.lowerBound + roll(range.count)
    return roll(4) == 0 ? nil : number
  }
}
