package import TextIO

/// Reads the files that a spec includes, each once.
final class SpecIncludes {
  /// The files that were read, by their real paths.
  private var seen: Set<String>
  private var depth = 0
  /// The spec's own folder, as it was named.
  private let folder: String
  /// The folders in which files must be, by their real paths.
  private let folders: [String]
  /// Those besides the spec's own, as they were given.
  let givenFolders: [String]

  /// The limit of files that include one another.
  private static let limit = 50

  /// - Parameters:
  ///   - file: the file that is being read.
  ///   - folders: the folders from which files may be included besides its own.
  init(_ file: String, from folders: [String]) {
    givenFolders = folders
    folder = Self.folder(of: file)
    self.folders = ([folder] + folders).map(Self.real)
    seen = [Self.real(file)]
  }

  /// The spec in a file; nil where that has been read already.
  ///
  /// - Parameters:
  ///   - path: the file's path from the folder of the file that includes it.
  ///   - file: that file's own path.
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
      bytes = try Spec.bytes(ofFile: path, limit: Spec.includedSizeLimit)
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

  /// The folder of a file, with its `/`; empty for a name alone.
  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The path over no link; of what is not there, as it is written.
  private static func real(_ path: String) -> String {
    FileNames.real(path.isEmpty ? "." : path) ?? normalized(FileNames.absolute(path))
  }

  /// Without `.` and with as few `..` as can be.
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

/// Why a file cannot be included.
enum IncludeProblem: Error {
  case fault(SpecFault)
  /// Its own lines are wrong.
  case problems(SpecError)
}

extension Spec {
  /// How many bytes a file may have that is included, or holds rules. (What `print --as-spec` writes of a
  /// large tree is larger, and is named by a person.)
  package static let includedSizeLimit = 16 << 20
  /// How many bytes a spec may have.
  package static let sizeLimit = 1 << 30

  /// The bytes of a spec's file, which is a regular one; `-` is standard input.
  package static func bytes(
    ofFile path: String, limit: Int = sizeLimit
  ) throws(FileError) -> [UInt8] {
    try FileBytes(regular: path, limit: limit).withBuffer { Array($0) }
  }
}
