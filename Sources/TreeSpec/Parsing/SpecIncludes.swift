package import TextIO

/// Reads the files that a spec includes, each once.
final class SpecIncludes {
  /// The files that were read, by their real paths.
  private var seen: Set<String>
  private var depth = 0
  /// The spec's own folder, as given.
  private let folder: String
  /// The folders in which included files must be, by their real paths.
  private let folders: [String]
  /// The folders besides the spec's own, as given.
  let givenFolders: [String]

  /// The limit on nested includes.
  private static let limit = 50

  /// - Parameters:
  ///   - file: the including file.
  ///   - folders: additional folders for included files.
  init(_ file: String, from folders: [String]) {
    givenFolders = folders
    folder = Self.folder(of: file)
    self.folders = ([folder] + folders).map(Self.real)
    seen = [Self.real(file)]
  }

  /// The spec in a file; nil if it has already been read.
  ///
  /// - Parameters:
  ///   - path: the file's path, relative to the including file.
  ///   - file: the including file's own path.
  /// - Throws: `IncludeProblem`.
  func spec(at path: String, from file: String) throws(IncludeProblem) -> Spec? {
    let path = Self.normalized(path.hasPrefix("/") ? path : Self.folder(of: file) + path)
    let real = Self.real(path)
    if !folders.contains(where: { real.hasPrefix($0 == "/" ? $0 : $0 + "/") }) {
      throw .fault(
        """
        the file is outside of '\(folder.isEmpty ? "." : folder)'; --include-from FOLDER allows \
        another folder
        """)
    }
    if !seen.insert(real).inserted { return nil }
    if depth == Self.limit {
      throw .fault("more than 50 files include one another; include this one elsewhere")
    }
    depth += 1
    defer { depth -= 1 }
    let bytes: [UInt8]
    do {
      // Nothing is included from standard input, which a server reads its requests from.
      bytes = try Spec.bytes(ofFile: path == "-" ? "./-" : path, limit: Spec.includedSizeLimit)
    } catch {
      throw .fault("\(error)")
    }
    var parser = SpecParser(TextLines(bytes), name: path, includes: self, isIncluded: true)
    do {
      return try parser.parse()
    } catch {
      throw .problems(error)
    }
  }

  /// The folder of a file, with its `/`; empty for a bare name.
  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The path after links are resolved; unchanged if nothing is there.
  private static func real(_ path: String) -> String {
    FileNames.real(path.isEmpty ? "." : path) ?? normalized(FileNames.absolute(path))
  }

  /// Removes `.`, and `..` if possible.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

/// Why a file can't be included.
enum IncludeProblem: Error {
  case fault(SpecFault)
  /// Its lines contain problems.
  case problems(SpecError)
}

extension Spec {
  /// The maximum size of an included file or a file of rules. (`print --as-spec` may write a larger
  /// file for a large tree, but a person names such a file.)
  package static let includedSizeLimit = 16 << 20
  /// The maximum size of a spec.
  package static let sizeLimit = 1 << 30

  /// The bytes of a spec's file, which must be a regular one; `-` is standard input.
  package static func bytes(
    ofFile path: String, limit: Int = sizeLimit
  ) throws(FileError) -> [UInt8] {
    try FileBytes(regular: path, limit: limit).withBuffer { Array($0) }
  }
}
