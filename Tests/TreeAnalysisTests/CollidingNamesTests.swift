import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot
import TreeSpec

/// Random trees of a few names, so that codes collide across kinds, and labels are other messages' codes;
/// their sessions are nested. Every answer is held against the rules as they are written.
@Suite struct `In trees of colliding names` {
  private static let names = ["A", "B", "7", "l"]
  private static let full = names.flatMap { domain in names.map { "\(domain).\($0)" } }

  /// - Parameter body: returns the problem of the seed's tree.
  private func forEachTree(
    _ part: Int, _ body: (RulesAsWritten) throws -> String?
  ) throws {
    for seed in part * 25..<(part + 1) * 25 {
      let snapshot = try RandomTree(full: 1...9, names: Self.names).snapshot(seed: UInt64(seed))
      if let fault = try body(RulesAsWritten(snapshot: snapshot)) {
        Issue.record("seed \(seed): \(fault)")
      }
    }
  }

  @Test(arguments: 0..<4)
  func `a name means one message, none or several`(part: Int) throws {
    try forEachTree(part) { rules in
      let names = MessageNames(rules.snapshot)
      for kind in Message.Kind.allCases {
        for name in Self.names + Self.full {
          let meant = rules.messages(named: name, kind)
          let reference = MessageReference(kind: kind, name: name)
          let found: String
          do throws(MessageReferenceError) {
            let resolved = try names.resolve(reference)
            found = "\(resolved.message), \(resolved.isKnown)"
          } catch {
            let (words, end) = (error.description, "; write one of these")
            let list = words.split(separator: "s: ").last?.dropLast(end.count) ?? ""
            found =
              words.hasSuffix(end)
              ? list.split(separator: ", ").sorted().joined(separator: " ") : "none"
          }
          if found != expected(meant, kind, name, rules) {
            return "\(kind) \(name) is \(found), and means \(meant)"
          }
        }
      }
      return nil
    }
  }

  private func expected(
    _ meant: Set<Message>, _ kind: Message.Kind, _ name: String, _ rules: RulesAsWritten
  ) -> String {
    if let only = meant.first, meant.count == 1 { return "\(only), true" }
    if !meant.isEmpty { return meant.map(\.name).sorted().joined(separator: " ") }
    guard let dot = name.firstIndex(of: ".") else { return "none" }
    let isKnown = rules.isTakenAsAWhole(kind, String(name[..<dot]))
    return "\(kind.rawValue) \(name), \(isKnown)"
  }

  @Test(arguments: 0..<4)
  func `a test in brackets finds the models that are registered for what its name means`(
    part: Int
  ) throws {
    try forEachTree(part) { rules in
      for kind in [nil] + Message.Kind.allCases {
        for name in Self.names + Self.full {
          let text = "[handles=\(kind.map { "\($0.rawValue) " } ?? "")\(name)]"
          let selector = try Selector(text)
          let expected = rules.snapshot.positions.filter { position in
            rules.snapshot[position].subscriptions.contains { rules.asks(for: $0, kind, name) }
          }
          let found = [
            selector.matches(in: rules.snapshot),
            SelectorIndex(rules.snapshot).matches(of: selector),
          ]
          if found != [expected, expected] { return "\(text) finds \(found), not \(expected)" }
        }
      }
      return nil
    }
  }

  @Test(arguments: 0..<4)
  func `routes are what the rules say, of every message from every model`(part: Int) throws {
    try forEachTree(part) { rules in
      for kind in Message.Kind.allCases {
        for (domain, code) in Self.names.flatMap({ name in Self.names.map { (name, $0) } }) {
          let message = Message(kind: kind, domain: domain, code: code)
          for raiser in rules.snapshot.positions {
            let route = rules.route(message, from: rules.snapshot[raiser])
            if rules.snapshot.route(of: message, raisedAt: raiser) != route {
              return "\(message) from \(raiser) is not \(route)"
            }
          }
        }
      }
      return nil
    }
  }

  @Test(arguments: 0..<4)
  func `a service comes from the nearest session that provides it`(part: Int) throws {
    try forEachTree(part) { rules in
      for service in Self.names {
        for asker in rules.snapshot.positions {
          let found = rules.snapshot.resolve(service: service, askedAt: asker).provider
          if found != rules.provider(of: service, for: asker) {
            return "\(service) for \(asker) comes from \(found.map(String.init) ?? "none")"
          }
        }
      }
      return nil
    }
  }
}
