/// Why the structure couldn't be read.
enum StructureError: Error, Equatable {
  case usage(String)
  case library(path: String, reason: String)
  case noIndex(path: String)
  /// Files that were changed or added after the last build.
  case stale(files: [String])
}

extension StructureError: CustomStringConvertible {
  var description: String {
    switch self {
    case .usage(let problem): "\(problem); see tools/structure --help"
    case .library(let path, let reason): "\(path) cannot be used: \(reason)"
    case .noIndex(let path):
      "there is no index at \(path); run swift build first, which writes it"
    case .stale(let files):
      "\(files.count) \(files.count == 1 ? "file" : "files") changed since the last build, such as "
        + "\(files[0]); run swift build first"
    }
  }
}
