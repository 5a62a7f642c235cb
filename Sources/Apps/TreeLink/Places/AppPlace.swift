package import TextIO

/// The place of an app's socket and card: `PID.sock` and `PID.json` in a folder.
package struct AppPlace: Hashable, Sendable {
  /// The folder of both.
  package let folder: LinkFolder
  /// The id of the app's process.
  package let pid: Int

  /// The place of this process.
  package static func own(in folder: LinkFolder) -> AppPlace {
    AppPlace(folder: folder, pid: Int(getpid()))
  }

  /// The path of the socket.
  package var socket: String { "\(folder.path)/\(pid).sock" }
  /// The path of the app's card.
  package var card: String { "\(folder.path)/\(pid).json" }

  /// Checks that the file in the socket's place is a socket and the user's own; false if it is
  /// missing.
  func checkSocket() throws(AppLinkError) -> Bool {
    guard let status = FileNames.statusItself(of: socket) else { return false }
    let fault: SafeText
    if status.kind == .link {
      fault = "is a symbolic link, which isn't followed; remove it"
    } else if status.kind != .socket {
      fault = "isn't an app's socket; remove it"
    } else if status.owner != geteuid() {
      fault = "belongs to user \(Int(status.owner)), not to you; remove it"
    } else {
      return true
    }
    throw .other("'\(socket)' \(fault)")
  }

  /// Connects to the app; nil if it no longer listens.
  ///
  /// - Throws: `AppLinkError.busy` if too many connections are waiting: Darwin then refuses further
  ///   ones, even for a running app.
  func connect() throws(AppLinkError) -> LocalSocket? {
    guard try checkSocket() else { return nil }
    guard let socket = try LocalSocket.connected(to: socket) else {
      #if canImport(Darwin)
        if hasProcess { throw .busy }
      #endif
      return nil
    }
    try socket.checkPeer()
    return socket
  }

  /// Whether there is a process with the app's id.
  var hasProcess: Bool { kill(pid_t(pid), 0) == 0 || errno == EPERM }

  /// Removes the socket and the card.
  func clear() {
    FileNames.remove(socket)
    FileNames.remove(card)
  }
}

// An app's card: the file next to its socket.
extension Greeting {
  /// The maximum size of the file, in bytes.
  private static let cardLimit = 65_536

  /// Reads an app's card; nil if it is missing or unreadable.
  init?(of place: AppPlace) {
    guard let bytes = try? FileBytes(itself: place.card, limit: Self.cardLimit),
      let json = try? bytes.withBuffer({ try JSONValue(utf8: Array($0)) }),
      let card = try? Greeting(json: json, "the app")
    else { return nil }
    self = card
  }

  /// Writes an app's card.
  package func writeCard(at place: AppPlace) throws(FileError) {
    let text = JSONText.object { write(to: &$0) }
    try WholeFile.write(
      text.bytes + [UInt8(ascii: "\n")], to: place.card, isPrivate: true)
  }
}
