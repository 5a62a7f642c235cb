import TextIO
import TreeAnalysis
package import TreeSnapshot

/// One thing that is done to an app: a line of the prompt.
package enum Step: Hashable, Sendable {
  /// An action of the app, and its words.
  case perform([String])
  /// A message, raised as a test by the model of a selector.
  case raise(Message, from: String)
  /// Lets time pass, in nanoseconds.
  case pass(Int)
  /// Holds the answers of work from now on.
  case hold
  /// Takes an answer that is held: the one at a place, from 1, or an error instead.
  case answer(Int, failing: String? = nil)
}

extension Step {
  /// Whether it lets time pass.
  package var passes: Bool { if case .pass = self { true } else { false } }

  /// The step as a line of the prompt.
  package var line: String {
    switch self {
    case .perform(let words):
      // What begins with a hyphen would be taken for an option.
      let separator = words.contains { $0.hasPrefix("-") } ? ["--"] : []
      return (["do"] + separator + words.map(ShellWords.quote)).joined(separator: " ")
    case .raise(let message, let selector):
      return
        "raise \(message.kind.rawValue) \(ShellWords.quote(message.reference)) "
        + "--from \(ShellWords.quote(selector))"
    case .pass(let nanoseconds): return "pass \(Self.seconds(nanoseconds)) s"
    case .hold: return "hold"
    case .answer(let place, let error):
      return "answer \(place)" + (error.map { " " + ShellWords.quote($0) } ?? "")
    }
  }

  /// Seconds without needless zeros: `2.5`.
  package static func seconds(_ nanoseconds: Int) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0 { return "\(whole)" }
    let digits = String("\(rest + 1_000_000_000)".dropFirst())
    return "\(whole)." + digits.prefix(digits.count - digits.reversed().prefix { $0 == "0" }.count)
  }

  /// Reads nanoseconds from seconds such as `2.5`; nil if they aren't between 0 and a year.
  package static func nanoseconds(_ seconds: String) -> Int? {
    guard let seconds = Double(seconds), (0...31_536_000).contains(seconds) else { return nil }
    return Int((seconds * 1e9).rounded())
  }

  /// Reads a line; nil if it isn't a step.
  package init?(_ line: String) {
    guard let words = try? ShellWords.split(line), let first = words.first else { return nil }
    let rest = Array(words.dropFirst())
    switch first {
    case "do" where !rest.isEmpty: self = .perform(rest[0] == "--" ? Array(rest.dropFirst()) : rest)
    case "raise" where rest.count == 4 && rest[2] == "--from":
      guard let kind = Message.Kind(rawValue: rest[0]),
        let message = Message(kind: kind, reference: rest[1])
      else { return nil }
      self = .raise(message, from: rest[3])
    case "pass":
      guard let time = rest.first.flatMap(Self.nanoseconds) else { return nil }
      self = .pass(time)
    case "hold": self = .hold
    case "answer":
      self = .answer(rest.first.flatMap { Int($0) } ?? 1, failing: rest.dropFirst().first)
    default: return nil
    }
  }
}
