import Foundation

/// Reads a file of JSON anew each time.
package final class FileLoader: DataLoader {
  private let path: String

  /// A loader of one file.
  package init(path: String) { self.path = path }

  /// What the file holds now.
  ///
  /// - Throws: `LoadError.missing` where it cannot be read.
  package func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data {
    try await Self.contents(ofFile: path)
  }

  /// Off the main actor, as a disk may be slow.
  @concurrent
  private nonisolated static func contents(ofFile path: String) async throws(LoadError) -> Data {
    guard let data = FileManager.default.contents(atPath: path) else { throw .missing }
    return data
  }
}
