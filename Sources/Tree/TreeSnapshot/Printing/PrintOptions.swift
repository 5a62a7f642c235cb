package import TextIO

/// The details that a printed tree shows in addition to names.
public struct PrintOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `(R)`: the screen object that shows the model.
  public static let representation = PrintOptions(rawValue: 1)
  /// `(E)`: the global events that the model is registered for.
  public static let globalEvents = PrintOptions(rawValue: 2)
  /// `(B)`: the bubbles that the model is registered for.
  public static let bubbles = PrintOptions(rawValue: 4)
  /// `(Err)`: the errors that the model is registered for, as domain and codes.
  public static let errors = PrintOptions(rawValue: 8)
  /// `(Err)`: the same errors, shown by their labels.
  public static let errorsVerbose = PrintOptions(rawValue: 16)
  /// `<-` at the current model.
  public static let youAreHere = PrintOptions(rawValue: 32)
  /// `(S)`: the services that a session provides.
  public static let services = PrintOptions(rawValue: 64)
  /// `@`: the `file:line` that created the model or made a subscription.
  public static let sources = PrintOptions(rawValue: 128)
  /// `{…}`: the state that the model describes.
  public static let state = PrintOptions(rawValue: 256)
  /// `(W)`: the asynchronous work that the model waits for.
  public static let work = PrintOptions(rawValue: 512)

  /// All details except the mark of the current model.
  public static let all: PrintOptions = [
    .representation, .globalEvents, .bubbles, .errors, .errorsVerbose, .services, .sources, .state,
    .work,
  ]
}

/// The style of a printed tree.
public struct PrintStyle: Hashable, Sendable {
  /// Whether branches are drawn with ASCII characters, such as `|-`, instead of box-drawing
  /// characters.
  public var ascii: Bool
  /// Whether names and marks are colored for a terminal.
  public var color: Bool
  /// The maximum number of levels below the first; nil for all.
  public var depth: Int?
  /// Whether each detail has a line of its own below its model instead of following the name.
  public var detailsBelow: Bool
  /// The columns of a terminal, in which the names of types are to fit: longer ones lose their middle;
  /// nil for whole names.
  public var columns: Int?

  /// Creates a style. The defaults are box-drawing characters, no colors, all levels, details on the
  /// model's line, and whole names.
  public init(
    ascii: Bool = false, color: Bool = false, depth: Int? = nil, detailsBelow: Bool = false,
    columns: Int? = nil
  ) {
    self.ascii = ascii
    self.color = color
    self.depth = depth
    self.detailsBelow = detailsBelow
    self.columns = columns
  }
}

extension Color {
  /// The color of a kind of message. Red is for what went wrong.
  package init(_ kind: Message.Kind) {
    switch kind {
    case .error: self = .yellow
    case .bubble: self = .magenta
    case .event: self = .cyan
    }
  }
}

extension Subscription {
  /// The type of the values it takes, unless the message is named after it.
  package var shownPayload: SafeText {
    guard let payload, payload != domain, payload != code, payload != "\(domain).\(code ?? "")"
    else { return "" }
    return " with a payload of type \(payload)"
  }
}
