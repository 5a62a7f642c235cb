import ArgumentParser
import CarsModels
import CarsStorage
import Foundation

/// Where cars and drivers are kept, as it is typed.
enum StorageChoice: Hashable, ExpressibleByArgument {
  case memory
  case sqlite(path: String)

  init?(argument: String) {
    if argument == "memory" {
      self = .memory
    } else if argument.hasPrefix("sqlite:"), argument != "sqlite:" {
      self = .sqlite(path: String(argument.dropFirst("sqlite:".count)))
    } else {
      return nil
    }
  }

  /// Opens the storage.
  ///
  /// - Returns: the storage, and whether nothing has been kept in it before.
  /// - Throws: `StorageError.unavailable` where it cannot be opened.
  func open() throws(StorageError) -> (storage: any Storage, isNew: Bool) {
    switch self {
    case .memory:
      return (MemoryStorage(), isNew: true)
    case .sqlite(let path):
      let isNew = !FileManager.default.fileExists(atPath: path)
      return (try SQLiteStorage(path: path), isNew)
    }
  }
}
