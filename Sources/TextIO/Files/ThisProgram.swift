/// The program that this process runs.
package enum ThisProgram {
  /// The folder that the program's file lies in, whatever links led to it; nil where the system does
  /// not say.
  package static var folder: String? { path.map { Folder(of: $0).path } }

  /// The name of the program's file; nil if the system does not say.
  package static var name: String? {
    path.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// Where the program's file lies.
  private static var path: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      guard _NSGetExecutablePath(&buffer, &size) == 0, let real = realpath(buffer, nil) else {
        return nil
      }
      defer { free(real) }
      return String(cString: real)
    #else
      let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
      guard count > 0 else { return nil }
      let bytes = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
      return String(decoding: bytes, as: UTF8.self)
    #endif
  }

  /// Goes on as another program: with its own words, and with this one's terminal, files and number.
  ///
  /// - Returns: the system's error number where that failed; else it does not return.
  package static func become(_ path: String, _ words: [String]) -> Int32 {
    let strings = ([path] + words).map { strdup($0) }
    defer { for string in strings { free(string) } }
    execv(path, strings + [nil])
    return errno
  }
}
