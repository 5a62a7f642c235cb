/// What is known of a file without reading it.
package struct FileStatus {
  /// What has a name in a folder.
  package enum Kind {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A socket.
    case socket
    /// A pipe, a device or the like.
    case other
  }

  /// Which file it is, whatever its names.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  /// What it is.
  package var kind: Kind
  var identity: Identity
  /// Its permissions.
  package var mode: UInt32
  /// Whom it belongs to, by number.
  package var owner: UInt32
  var group: UInt32
  /// How many names it has.
  var nameCount: Int
  var size: Int

  /// Whether others than its owner may do anything with it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }
  /// Its permissions without those of others than its owner.
  var ownersMode: UInt32 { mode & 0o700 }
}
