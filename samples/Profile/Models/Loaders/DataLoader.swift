import Foundation

/// Loads data from wherever it is kept.
@MainActor
package protocol DataLoader: AnyObject {
  /// Loads what is kept at an endpoint.
  ///
  /// - Throws: `LoadError`, also where the data could come later.
  func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data
}

/// What can be asked for.
package enum Endpoint: Hashable, Sendable {
  /// The user who is signed in, as JSON.
  case user
}

extension User {
  /// Reads a user.
  ///
  /// - Parameter json: what an endpoint gave.
  /// - Throws: `LoadError.malformed`.
  package init(json: Data) throws(LoadError) {
    do {
      self = try JSONDecoder().decode(User.self, from: json)
    } catch {
      throw .malformed
    }
  }
}
