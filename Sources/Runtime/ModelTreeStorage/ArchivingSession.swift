public import ModelTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session that keeps a value of its own, in addition to its credentials, between runs of the
/// app. The value is stored as JSON.
///
/// ```swift
/// final class AppSession: Session, ArchivingSession {
///   private var draft = Draft()
///   var archived: Draft { draft }
///   func restore(_ archived: Draft) { draft = archived }
/// }
/// ```
public protocol ArchivingSession: TextArchivingSession {
  /// The type of the value.
  associatedtype Archived: Codable
  /// The current value to keep.
  var archived: Archived { get }
  /// Receives the stored value before the session opens.
  func restore(_ archived: Archived)
}

extension ArchivingSession {
  /// Encodes the value as JSON.
  public func archivedText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(archived), as: UTF8.self)
  }

  /// Decodes the value from JSON.
  public func restore(text: String) throws {
    restore(try JSONDecoder().decode(Archived.self, from: Data(text.utf8)))
  }
}
