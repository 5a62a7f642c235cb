/// What a printed tree shows beside the names.
public struct PrintOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `(R)`: which screen object shows the model.
  public static let representation = PrintOptions(rawValue: 1)
  /// `(E)`: the global events that the model is registered for.
  public static let globalEvents = PrintOptions(rawValue: 2)
  /// `(B)`: the bubbles that the model is registered for.
  public static let bubbles = PrintOptions(rawValue: 4)
  /// `(Err)`: the errors that the model is registered for, as domain and codes.
  public static let errors = PrintOptions(rawValue: 8)
  /// `(Err)`: the same errors by their labels.
  public static let errorsVerbose = PrintOptions(rawValue: 16)
  /// `<-` at the model that asked.
  public static let youAreHere = PrintOptions(rawValue: 32)
  /// `(S)`: the services that a session provides.
  public static let services = PrintOptions(rawValue: 64)
  /// `@`: the `file:line` that created the model, and that made each subscription shown.
  public static let sources = PrintOptions(rawValue: 128)
  /// `{…}`: the state that the model describes.
  public static let state = PrintOptions(rawValue: 256)

  /// Everything but the place of the model that asked.
  public static let all: PrintOptions = [
    .representation, .globalEvents, .bubbles, .errors, .errorsVerbose, .services, .sources, .state,
  ]
}

/// How a tree is printed.
public struct PrintStyle: Hashable, Sendable {
  /// Whether the branches are drawn with `|-` and the like in place of box-drawing characters.
  public var ascii: Bool
  /// Whether names and marks are colored for a terminal.
  public var color: Bool
  /// Whether everything beside the names stands on a line of its own, with the marks of diagrams.
  public var long: Bool
  /// How many levels below the first are shown; nil shows all.
  public var depth: Int?

  /// Makes a style; what is left out is plain, whole and in box-drawing characters.
  public init(
    ascii: Bool = false, color: Bool = false, long: Bool = false, depth: Int? = nil
  ) {
    self.ascii = ascii
    self.color = color
    self.long = long
    self.depth = depth
  }
}
