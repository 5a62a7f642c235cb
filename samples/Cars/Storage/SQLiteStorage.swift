import CarsModels
import GRDB

/// Keeps cars and drivers in an SQLite database.
package struct SQLiteStorage: Sendable {
  private let queue: DatabaseQueue

  /// Opens a database file, and makes it where there is none.
  ///
  /// - Parameter path: the file; nil for a database in memory, which is gone with the storage.
  /// - Throws: `StorageError.unavailable` where the file cannot be opened or is no database.
  package init(path: String?) throws(StorageError) {
    do {
      var configuration = Configuration()
      // Another program may have the file open; what it does takes no longer.
      configuration.busyMode = .timeout(2)
      queue =
        if let path {
          try DatabaseQueue(path: path, configuration: configuration)
        } else {
          try DatabaseQueue(configuration: configuration)
        }
      try Schema.migrator.migrate(queue)
    } catch {
      throw StorageError(wrapping: error)
    }
  }

  /// Reads or writes in a transaction of its own.
  func perform<Answer: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StorageError) -> Answer {
    do {
      return try await queue.write(work)
    } catch {
      throw StorageError(wrapping: error)
    }
  }
}

extension StorageError {
  /// The error of the storage for an error of the database.
  init(wrapping error: any Error) {
    self =
      switch error {
      case let error as StorageError: error
      case let error as RowDecodingError: .unreadable(what: "a row", reason: "\(error)")
      case let error as DatabaseError: .unavailable(reason: error.message ?? "\(error)")
      default: .unavailable(reason: "\(error)")
      }
  }
}
