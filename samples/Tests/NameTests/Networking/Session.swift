/// A connection, as libraries for networks name it.
public final class Session {
  /// The server.
  public let host: String

  /// Connects to nothing.
  public init(host: String) { self.host = host }
}

/// What a server offers.
public protocol Service { var path: String { get } }
