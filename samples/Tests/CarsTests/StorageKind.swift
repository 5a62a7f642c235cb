import CarsModels
import CarsStorage
import Foundation

/// The storages that keep something, which have to behave the same.
enum StorageKind: CaseIterable {
  case memory, sqliteInMemory, sqliteFile

  /// Opens a storage that keeps nothing yet.
  func open() throws -> OpenStorage {
    switch self {
    case .memory: OpenStorage(storage: MemoryStorage(), file: nil)
    case .sqliteInMemory: OpenStorage(storage: try SQLiteStorage(path: nil), file: nil)
    case .sqliteFile:
      try OpenStorage.inFile { file in try SQLiteStorage(path: file.path) }
    }
  }
}

/// A storage, and the file that goes with it.
struct OpenStorage {
  let storage: any Storage
  let file: TemporaryFile?

  static func inFile(_ open: (TemporaryFile) throws -> any Storage) rethrows -> OpenStorage {
    let file = TemporaryFile()
    return OpenStorage(storage: try open(file), file: file)
  }
}

/// The name of a file of its own, which is removed with this.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path()

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
