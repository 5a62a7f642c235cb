import TextIO
import TreeSpec

/// The specs of a run, each read once, however many trees it is held against.
final class SpecReader: Sendable {
  private struct Name: Hashable, Sendable {
    var path: String
    var isOfRules: Bool
  }

  private let known: Lock<[Name: Result<Spec, any Error>]>
  /// The texts of those that are no files.
  private let texts: [String: [UInt8]]
  /// The folders from which specs may include files besides their own.
  private let folders: [String]

  /// - Parameters:
  ///   - texts: the texts of specs that are no files, by their names: they include none.
  ///   - folders: the folders from which specs may include files besides their own.
  init(texts: [String: [UInt8]] = [:], includesFrom folders: [String] = []) {
    self.texts = texts
    self.folders = folders
    known = Lock([:])
  }

  /// What messages call a spec.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads a spec, on any thread; `-` is standard input.
  ///
  /// - Parameter asRules: whether it is a file of rules.
  /// - Throws: `FileError` where it cannot be read, `SpecError` where its text is wrong.
  func spec(at path: String, asRules: Bool = false) throws -> Spec {
    let name = Name(path: path, isOfRules: asRules)
    if let spec = known.withLock({ $0[name] }) { return try spec.get() }
    // Not with the lock held: each thread reads its own. Who comes second has read the same.
    let spec = Result { try read(path, asRules) }
    return try known.withLock { known in
      let first = known[name] ?? spec
      known[name] = first
      return first
    }.get()
  }

  private func read(_ path: String, _ asRules: Bool) throws -> Spec {
    if let text = texts[path] { return try Spec(utf8: text, name: path, includesFrom: nil) }
    if asRules {
      let bytes = try Spec.bytes(ofFile: path, limit: Spec.includedSizeLimit)
      return try Spec(rules: bytes, name: path, includesFrom: folders)
    }
    return try spec(Spec.bytes(ofFile: path), of: path)
  }

  /// Reads the text of a file's spec.
  func spec(_ bytes: [UInt8], of path: String) throws(SpecError) -> Spec {
    try Spec(utf8: bytes, name: Self.name(of: path), includesFrom: folders)
  }
}
