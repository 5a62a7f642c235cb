import TreeSnapshot

/// One thing that an app does to a tree, at rest or inside a handler.
indirect enum Step {
  /// Makes a model, known by a name from now on; a model that has the name loses it.
  case attach(Int, under: Place, Growth)
  case remove(Place)
  /// Registers with a closure that takes these steps, or without one; a closure may take one type of values
  /// alone.
  case register(Place, Interest, closure: [Step]?, of: Value?)
  case unregister(Place, Interest)
  case raise(Place, Interest, with: Value?)
  case open(Place)
  case close(Place)
  /// Releases a retained model outside of the tree.
  case release(Place)
}

/// The model that a step applies to. If there is no such model, the step is skipped.
enum Place {
  case root
  case named(Int)
  /// The model whose handler runs.
  case own
  case parentOfOwn
  case sessionOfOwn
}

/// The properties of a new model, and its methods' actions.
struct Growth {
  var isSession = false
  /// Whether something outside the tree retains the model.
  var isHeld = false
  var whenHandling: [Step] = []
  var whenClosing: [Step] = []
  var whenLoading: [Step] = []
}

/// What a message carries.
enum Value: CaseIterable { case number, text }

/// A message, or a whole domain.
struct Interest: Hashable {
  static let domains = 2
  static let codes = 2

  var kind: Message.Kind
  var domain: Int
  /// Nil for a whole domain.
  var code: Int?

  /// All messages.
  static let messages = Message.Kind.allCases.flatMap { kind in
    (0..<domains).flatMap { domain in
      (0..<codes).map { Interest(kind: kind, domain: domain, code: $0) }
    }
  }

  var wholeDomain: Interest { Interest(kind: kind, domain: domain) }
}

// Text for the reader of a failure.

extension Interest: CustomStringConvertible {
  var description: String { "\(kind.rawValue) \(domain).\(code.map(String.init) ?? "*")" }
}

extension Place: CustomStringConvertible {
  var description: String {
    switch self {
    case .root: "root"
    case .named(let name): "m\(name)"
    case .own: "own"
    case .parentOfOwn: "own's parent"
    case .sessionOfOwn: "own's session"
    }
  }
}

extension [Step] {
  /// One line a step, those of handlers indented.
  func lines(indent: String = "") -> [String] {
    flatMap { step -> [String] in
      let inner = indent + "    "
      switch step {
      case .attach(let name, let parent, let growth):
        let traits = (growth.isSession ? ", a session" : "") + (growth.isHeld ? ", held" : "")
        let parts = [
          ("handling", growth.whenHandling), ("closing", growth.whenClosing),
          ("loading", growth.whenLoading),
        ]
        return ["\(indent)attach m\(name) under \(parent)\(traits)"]
          + parts.filter { !$0.1.isEmpty }.flatMap { title, steps in
            ["\(indent)  \(title):"] + steps.lines(indent: inner)
          }
      case .register(let place, let interest, let closure, let value):
        let parts = (value.map { " of \($0)" } ?? "") + (closure == nil ? "" : ", closure:")
        return ["\(indent)register \(place) for \(interest)\(parts)"]
          + (closure?.lines(indent: inner) ?? [])
      case .remove(let place): return ["\(indent)remove \(place)"]
      case .unregister(let place, let interest):
        return ["\(indent)unregister \(place) for \(interest)"]
      case .raise(let place, let message, let value):
        let carried = value.map { " with \($0)" } ?? ""
        return ["\(indent)raise \(message) at \(place)\(carried)"]
      case .open(let place): return ["\(indent)open \(place)"]
      case .close(let place): return ["\(indent)close \(place)"]
      case .release(let place): return ["\(indent)release \(place)"]
      }
    }
  }
}
