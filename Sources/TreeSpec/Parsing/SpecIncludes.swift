import TextIO

/// Reads the files that a spec includes, each once.
final class SpecIncludes {
  private var seen: Set<String> = []
  private var depth = 0

  /// So many files can include one another.
  private static let limit = 50

  /// - Parameter file: the file that is being read.
  init(_ file: String) { seen = [Self.normalized(file)] }

  /// The spec in a file; nil where that has been read already.
  ///
  /// - Parameters:
  ///   - path: the file's path from the folder of the file that includes it.
  ///   - file: that file's own path.
  /// - Throws: `IncludeProblem`.
  func spec(at path: String, from file: String) throws(IncludeProblem) -> Spec? {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let path = Self.normalized(path.hasPrefix("/") ? path : folder + path)
    if !seen.insert(path).inserted { return nil }
    if depth == Self.limit { throw .fault(.includedTooDeep) }
    depth += 1
    defer { depth -= 1 }
    let bytes: [UInt8]
    do {
      bytes = try FileBytes(path: path).withBuffer { Array($0) }
    } catch {
      throw .fault(.included(error))
    }
    var parser = SpecParser(bytes, name: path, includes: self, isIncluded: true)
    do {
      return try parser.parse()
    } catch {
      throw .problems(error)
    }
  }

  /// Without `.` and with as few `..` as can be.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
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
