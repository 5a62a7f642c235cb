/// What is known of a file without reading it.
struct FileStatus {
  /// What has a name in a folder.
  enum Kind {
    case file, folder, link
    /// A pipe, a device or the like.
    case other
  }

  /// Which file it is, whatever its names.
  struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  var kind: Kind
  var identity: Identity
  /// Its permissions.
  var mode: UInt32
  /// Whom it belongs to, by number.
  var owner: UInt32
  var group: UInt32
  /// How many names it has.
  var nameCount: Int
  var size: Int

  /// Whether others than its owner may do anything with it.
  var isOpenToOthers: Bool { mode & 0o077 != 0 }
  /// Its permissions without those of others than its owner.
  var ownersMode: UInt32 { mode & 0o700 }
}
