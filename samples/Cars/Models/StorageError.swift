/// Why a storage did not do what it was asked.
package enum StorageError: Error, Hashable, Sendable {
  /// The persistence does not answer, or not with what it should.
  case unavailable(reason: String)
  case noCar(Car.ID)
  case noDriver(Driver.ID)
  case plateTaken(String)
  /// What is kept cannot be turned into what it should be.
  case unreadable(what: String, reason: String)
}

extension StorageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let reason): "the storage is not available: \(reason)"
    case .noCar(let id): "there is no car \(id)"
    case .noDriver(let id): "there is no driver \(id)"
    case .plateTaken(let plate): "another car has the plate '\(plate)'"
    case .unreadable(let what, let reason): "\(what) cannot be read: \(reason)"
    }
  }
}
