/// A new file beside another one, in which content is put together until it is whole.
///
/// Its name is new as well: neither a link nor another file is written through. The file goes with
/// this value, unless it has replaced the other one.
struct UnfinishedFile: ~Copyable {
  let name: String
  private let file: OpenFile
  private let path: String
  private var isInPlace = false

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - newName: makes a path that most likely nothing has.
  ///   - mode: its permissions, from the beginning.
  ///   - path: the file that an error names.
  init(
    _ newName: @autoclosure () -> String, mode: UInt32, for path: String
  ) throws(FileError) {
    self.path = path
    while true {
      let name = newName()
      do throws(FileError) {
        file = try OpenFile(name, for: .creating(mode: mode), of: path)
        self.name = name
        return
      } catch {
        if error.reason != .isThere { throw error }
      }
    }
  }

  /// Creates a file in a folder and locks it, after what killed processes have left there is removed.
  static func locked(
    in folder: Folder, mode: UInt32, for path: String
  ) throws(FileError) -> UnfinishedFile {
    Leftovers.clear(in: folder)
    while true {
      let file = try UnfinishedFile(Leftovers.newName(in: folder), mode: mode, for: path)
      if file.lock() { return file }
    }
  }

  deinit { if !isInPlace { FileNames.remove(name) } }

  /// Whether somebody has removed it.
  var isRemoved: Bool { file.status?.nameCount == 0 }

  /// Locks it until it is closed, which tells it apart from what a killed process left behind.
  ///
  /// - Returns: false where another process took it for such a leftover before it was locked.
  func lock() -> Bool {
    // A file system without locks is no reason to refuse.
    file.lock() != .isLockedByAnother && !isRemoved
  }

  /// Removes a file that was left unfinished, unless a process that is still at it has locked it.
  static func removeLeftover(_ name: String) {
    guard let file = try? OpenFile(name, for: .lockingItself, of: name) else { return }
    if file.lock() == .locked { FileNames.remove(name) }
  }

  /// Gives the file the owner of the one that it is to replace; false where the system does not allow
  /// that.
  func keepOwner(of other: FileStatus) -> Bool { file.setOwner(of: other) }

  /// Writes the content.
  ///
  /// - Parameter mode: the permissions to set; nil where those from the beginning stay.
  func fill(
    with bytes: UnsafeBufferPointer<UInt8>, mode: UInt32?
  ) throws(FileError) {
    try file.write(bytes)
    if let mode { try file.setMode(mode) }
  }

  /// Writes the content, waits until the disk has it, and puts the file in the place of another.
  ///
  /// - Parameter isLasting: false where the file means nothing after the system stops, so that nobody
  ///   need wait for the disk.
  mutating func replace(
    _ target: String, with bytes: [UInt8], mode: UInt32?, isLasting: Bool = true
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try fill(with: bytes, mode: mode)
    }
    try replace(target, isLasting: isLasting)
  }

  /// Waits until the disk has what was filled in, and puts the file in the place of another.
  mutating func replace(_ target: String, isLasting: Bool = true) throws(FileError) {
    if isLasting { try file.sync() }
    if let reason = FileNames.rename(name, to: target) { throw FileError(.write, path, reason) }
    isInPlace = true
  }
}
