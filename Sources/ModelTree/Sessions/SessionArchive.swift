#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of an authorised session, so that it can be opened again after the app has ended.
public struct SessionArchive: Hashable, Sendable, Codable {
  /// Who was signed in.
  public var credentials: Credentials
  /// What the session keeps of its own, as JSON; nil where it keeps nothing.
  public var content: String?

  /// Makes an archive.
  ///
  /// - Parameters:
  ///   - credentials: who is signed in.
  ///   - content: what the session keeps of its own, as JSON.
  public init(credentials: Credentials, content: String? = nil) {
    self.credentials = credentials
    self.content = content
  }
}

/// A session that keeps more than its credentials from one run of the app to the next.
///
/// ```swift
/// final class AppSession: Session, ArchivingSession {
///   private var draft = Draft()
///   var archived: Draft { draft }
///   func restore(_ archived: Draft) { draft = archived }
/// }
/// ```
public protocol ArchivingSession: Session {
  /// What is kept.
  associatedtype Archived: Codable
  /// What is to be kept now.
  var archived: Archived { get }
  /// Takes what was kept, before the session opens.
  func restore(_ archived: Archived)
}

// Codable as text: the one place that needs Foundation.
extension ArchivingSession {
  func archivedContent() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(archived), as: UTF8.self)
  }

  func restore(content: String) throws {
    restore(try JSONDecoder().decode(Archived.self, from: Data(content.utf8)))
  }
}
