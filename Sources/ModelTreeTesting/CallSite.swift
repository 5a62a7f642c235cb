/// The line of a test that calls an assertion, where its failure is reported.
struct CallSite: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The folder of the test's file, with a trailing slash.
  var folder: String {
    let path = filePath.description
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// `LoginTests-20` for line 20 of `LoginTests.swift`.
  var name: String {
    let file = fileID.description.split(separator: "/").last ?? ""
    return "\(file.hasSuffix(".swift") ? file.dropLast(6) : file)-\(line)"
  }
}

/// Fails the current test if there is a failure.
///
/// - Returns: whether it is.
func expect(_ site: CallSite, _ failure: (CallSite) -> Failure?) -> Bool {
  guard let failure = failure(site) else { return true }
  failure.record(at: site)
  return false
}
