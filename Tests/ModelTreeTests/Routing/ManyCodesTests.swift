import ModelTree
import TestSupport
import Testing
import TreeSnapshot

/// Codes of many shapes, and models that are registered for many of them.
@Suite struct `Registering for many codes` {
  /// Registers and unregisters a model at random, and compares it with a list of codes.
  private func expectRegistrations<Code: ErrorCode>(
    of codes: [Code], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var random = SeededGenerator(seed: 8)
    let (session, taken) = (Session(), Log())
    let model = Model(parent: session)
    var registered: [Code] = []
    for step in 0..<1_500 {
      // The list grows long, and short again.
      let isGrowing = step % 1_000 < 600
      let code = random.pick(codes)
      if random.chance(isGrowing ? 5 : 1, in: 8) {
        model.register(for: code) { [taken] in taken("\($0.code)") }
        if !registered.contains(code) { registered.append(code) }
      } else if random.chance(1, in: 2) {
        model.unregister(for: code)
        registered.removeAll { $0 == code }
      } else {
        let before = taken.lines.count
        let taker = model.raise(code)
        #expect((taker === model) == registered.contains(code), sourceLocation: sourceLocation)
        if taker != nil {
          #expect(taken.lines[before...] == [code.code], sourceLocation: sourceLocation)
        }
      }
    }
    #expect(
      model.snapshot().root.subscriptions.map(\.code) == registered.map(\.code),
      sourceLocation: sourceLocation)
  }

  private final class Log {
    private(set) var lines: [String] = []

    func callAsFunction(_ line: String) { lines.append(line) }
  }

  @Test func `by bits of every size`() {
    expectRegistrations(of: (-300...300).map { Numbered(rawValue: Int16($0)) })
    expectRegistrations(
      of: [.min, -1, 0, 1, .max].map { Numbered(rawValue: $0) } as [Numbered<Int>])
    expectRegistrations(of: (0...300).map { Numbered(rawValue: $0 << 53) } as [Numbered<Int>])
  }

  @Test func `by names and by several values`() {
    expectRegistrations(of: (0...300).map { Named(rawValue: "name \($0)") })
    expectRegistrations(of: (0...300).map { Padded(small: Int8($0 % 100), large: Int32($0 / 100)) })
  }

}

private struct Numbered<Number: FixedWidthInteger & Sendable>: ErrorCode, RawRepresentable {
  var rawValue: Number
}

private struct Named: ErrorCode, RawRepresentable {
  var rawValue: String
}

/// Has bits between its values that mean nothing.
private struct Padded: ErrorCode {
  var small: Int8
  var large: Int32

  init(small: Int8, large: Int32) { (self.small, self.large) = (small, large) }
  init?(code: String) { nil }
  var code: String { "\(large).\(small)" }
  var label: String? { nil }
}
