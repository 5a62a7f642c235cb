package import TextIO
import TreeSnapshot

extension AppLinkError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  package var description: String { words.string }

  /// One line that says what is wrong and what to do.
  package var words: SafeText {
    switch self {
    case .folder(let path, let fault): "the folder '\(path)' \(fault.words(path))"
    case .socket(let path, let fault): "'\(path)' \(fault.words)"
    case .pathTooLong(let path, let limit):
      """
      the path '\(path)' is longer than the \(limit) bytes that a socket's may have; set \
      MODELTREE_DIR to a shorter one
      """
    case .card(let error): "\(SafeText(error.description))"
    case .system(let call, let number): "\(call): \(SafeText(errno: number))"
    case .socketInUse(let path):
      """
      another process answers at '\(path)'; set MODELTREE_DIR to a folder that no other machine or \
      container shares
      """
    case .otherUser(let user): "the other end belongs to user \(Int(user)), not to you"
    case .closed: "the app has ended, or closed the connection"
    case .busy: "the app does not answer; it is stopped, or its tree is busy"
    case .answerTooLong(let limit): "the app's answer is longer than \(limit >> 20) MiB"
    case .badAnswer(let problem): "the app's answer cannot be read: \(problem.words)"
    case .badDump(let error): "the app's tree cannot be read: \(error)"
    case .otherVersion(let app): LinkVersion.mismatch(app: app, client: .current)
    case .versionRefused(let message): SafeText(message)
    case .refused(let fault): SafeText(fault.message)
    case .noSuchApp(let name, let running, let nearest):
      Self.noSuchApp(name, running, nearest)
    case .severalApps(let name, let names):
      (name.isEmpty ? "several apps listen" : "several apps are called '\(name)'")
        + "; name one: \(names.joined(separator: ", "))"
    }
  }

  private static func noSuchApp(
    _ name: String, _ running: [String], _ nearest: String?
  ) -> SafeText {
    let what: SafeText = name.isEmpty ? "no app listens" : "no app '\(name)' listens"
    if running.isEmpty {
      let others: SafeText = name.isEmpty ? "" : ", nor does another"
      return "\(what)\(others); an app does once it calls 'listen()' of its Agent"
    }
    let hint: SafeText = nearest.map { "did you mean '\($0)'? " } ?? ""
    return "\(what); \(hint)these do: \(running.joined(separator: ", "))"
  }
}

extension LinkVersion {
  /// Why two sides do not understand each other, and which one to update.
  static func mismatch(app: LinkVersion, client: LinkVersion) -> SafeText {
    let remedy: SafeText =
      app.major < client.major
      ? "update the package that the app is built with" : "update the client"
    return
      "the app speaks version \("\(app)") of the protocol, the client \("\(client)"); \(remedy)"
  }
}

extension AppLinkError.FolderFault {
  fileprivate func words(_ path: String) -> SafeText {
    switch self {
    case .isOthers(let user):
      "belongs to user \(Int(user)), not to you; set MODELTREE_DIR to a folder of your own"
    case .isOpen(let mode):
      """
      is open to others (mode \(SafeText(String(mode, radix: 8)))); close it with 'chmod 700 \(path)', \
      or set MODELTREE_DIR to another
      """
    case .isLink: "is a symbolic link; set MODELTREE_DIR to the folder itself"
    case .isNoFolder: "is no folder; set MODELTREE_DIR to another path"
    case .cannotMake(let number):
      "cannot be made: \(SafeText(errno: number)); make the one above it, or set MODELTREE_DIR"
    case .cannotRead(let number): "cannot be listed: \(SafeText(errno: number))"
    }
  }
}

extension AppLinkError.SocketFault {
  fileprivate var words: SafeText {
    switch self {
    case .isNoSocket: "is no socket of an app; remove it"
    case .isLink: "is a symbolic link, which is not followed; remove it"
    case .isOthers(let user): "belongs to user \(Int(user)), not to you; remove it"
    }
  }
}
