import Foundation
import LiveTree
import ModelTree
import Testing
import TreeSnapshot

private enum Parsing: Error {
  case empty
  case unexpected(character: Character, line: Int)

  enum Limit: String, Error { case tooLong = "too-long" }
}

private enum Spoken: Error, CustomStringConvertible {
  case loud, quiet

  var description: String { "it was \(self == .loud ? "loud" : "quiet")" }
}

private struct Lost: Error { let place: String }

private enum Sign {
  struct Failed: ErrorMessage { let reason: String }
}

@Suite struct `Raising any error` {
  private let root = ProbeSession()

  @Test(
    arguments: [
      (URLError(.notConnectedToInternet), "URLError.-1009"),
      (NSError(domain: NSURLErrorDomain, code: -1001), "URLError.-1001"),
      (NSError(domain: "Printer", code: 7), "Printer.7"),
      (Parsing.empty, "Parsing.empty"),
      (Parsing.unexpected(character: "x", line: 3), "Parsing.unexpected"),
      (Parsing.Limit.tooLong, "Parsing.Limit.too-long"), (Spoken.quiet, "Spoken.1"),
      (Lost(place: "here"), "Lost.1"), (CocoaError(.fileNoSuchFile), "CocoaError.4"),
      (NetworkErrors.badToken, "NetworkErrors.101 (badToken)"),
      (Sign.Failed(reason: "late"), "Sign.Failed"),
      (ModelError(NetworkErrors.badToken, context: "old"), "NetworkErrors.101 (badToken): old"),
    ] as [(any Error, String)])
  func `the domain is its type, the code its case or its number`(error: any Error, name: String) {
    root.raise(error)
    let words = name.split(separator: " ")[0]
    #expect(root.log.lines == ["root uncaught \(words)"])
    var taken: [ModelError] = []
    root.uncaughtErrorSignal.subscribeNext { taken.append($0) }
    root.raise(error)
    #expect(taken.map(\.description) == [name])
  }

  @Test func `a model registers by the type, and its closure gets the error`() {
    let child = root.child("child")
    root.register(for: URLError.self) { [root] in root.log("\($0.code.rawValue)") }
    root.register(for: Parsing.self) { [root] in root.log("\($0)") }
    root.register(for: Lost.self)
    do { throw URLError(.timedOut) } catch { child.raise(error) }
    child.raise(Parsing.empty)
    child.raise(Lost(place: "here"))
    root.unregister(for: Parsing.self)
    #expect(child.raise(Parsing.empty) == nil)
    #expect(
      root.log.lines == ["-1001", "empty", "root error Lost.1", "root uncaught Parsing.empty"])
  }

  @Test func `a model registers by the domain, and its closure gets what travels`() {
    let child = root.child("child")
    root.register(forAll: ModelError.self, in: URLError.self) { [root] error in
      let number = error.as(URLError.self)?.code.rawValue
      root.log("\(error.code) \(error.context ?? "-") \(number ?? 0)")
      root.log("\(error.is(Lost.self)) \(error.raiser?.description ?? "-") \(error.source ?? "-")")
    }
    child.raise(URLError(.timedOut), context: "at night", file: "A.swift", line: 5)
    #expect(root.log.lines == ["-1001 at night -1001", "false Probe #2 A.swift:5"])
  }

  @Test func `a domain of codes is a type of errors, whose closure gets the case`() {
    root.register(for: NetworkErrors.self) { [root] code in root.log("\(code)") }
    root.raise(NetworkErrors.badToken)
    do { throw NetworkErrors.badResponse } catch { root.raise(error) }
    _ = root.raiseTest(Message(kind: .error, domain: "NetworkErrors", code: "999"))
    root.unregister(for: NetworkErrors.self)
    #expect(root.raise(NetworkErrors.badToken) == nil)
    #expect(
      root.log.lines == [
        "badToken", "badResponse", "root uncaught NetworkErrors.999",
        "root uncaught NetworkErrors.101",
      ])
  }

  @Test func `what led to a coded error is no error of its own type`() {
    var taken: [ModelError] = []
    root.register(forAll: NetworkErrors.self) { taken.append($0) }
    root.raise(NetworkErrors.badToken, underlying: URLError(.timedOut))
    #expect(taken.map { $0.as(URLError.self) } == [nil])
    #expect(taken.map { $0.as(NetworkErrors.self) } == [.badToken])
    #expect(taken.map { $0.underlying is URLError } == [true])
  }
}
