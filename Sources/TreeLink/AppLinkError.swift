package import TextIO
package import TreeSnapshot

/// Why an app cannot be reached, or cannot be reached by others.
package enum AppLinkError: Error, Hashable, Sendable {
  /// A folder for sockets cannot be used.
  case folder(String, FolderFault)
  /// What lies at a path is no socket of the user's own.
  case socket(String, SocketFault)
  /// The path of a socket is longer than the system allows.
  case pathTooLong(String, limit: Int)
  /// The file that says who this app is cannot be written.
  case card(FileError)
  /// A call of the system failed, with its error number.
  case system(String, Int32)
  /// Somebody else has the socket of this process's number already.
  case socketInUse(String)
  /// The other end belongs to another user, with this number.
  case otherUser(UInt32)

  /// The app ended, or closed the connection.
  case closed
  /// The app did not answer in time.
  case busy
  /// The answer has more bytes than a client takes.
  case answerTooLong(limit: Int)
  /// The answer is not what was asked for, or no JSON at all.
  case badAnswer(JSONProblem)
  /// The dump in the answer cannot be read.
  case badDump(DumpError)
  /// The app speaks a version that this side does not.
  case otherVersion(app: LinkVersion)
  /// The app says that it speaks a version that this side does not.
  case versionRefused(String)
  /// The app cannot do what it is asked, for this reason.
  case refused(LinkFault)

  /// No app is called so; these run.
  case noSuchApp(String, running: [String], nearest: String?)
  /// Several apps are called so, each of which these words name.
  case severalApps(String, [String])

  /// What is wrong with a folder.
  package enum FolderFault: Hashable, Sendable {
    /// It belongs to the user with this number.
    case isOthers(UInt32)
    /// Others than its owner may use it: its permissions.
    case isOpen(UInt32)
    /// It is a symbolic link.
    case isLink
    /// It is a file or the like.
    case isNoFolder
    /// The system does not make it, with its error number.
    case cannotMake(Int32)
    /// The system does not list it, with its error number.
    case cannotRead(Int32)
  }

  /// What is wrong with what lies in the place of a socket.
  package enum SocketFault: Hashable, Sendable {
    /// It is a file or the like.
    case isNoSocket
    /// It is a symbolic link.
    case isLink
    /// It belongs to the user with this number.
    case isOthers(UInt32)
  }
}
