#if canImport(Darwin)
  import MachO
#endif

/// The process's environment.
package enum Environment {
  package static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static subscript(name: String, default value: String) -> String { self[name] ?? value }

  /// Whether this runs in continuous integration, where changes to files are lost.
  package static var isCI: Bool { !["", "0", "false"].contains(self["CI", default: ""]) }
}

/// The program that this process runs.
package enum ThisProgram {
  /// The folder of the program's file, with links resolved; nil if unknown.
  package static var folder: String? {
    path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  /// The name of the program's file; nil if unknown.
  package static var name: String? {
    path.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// The path of the program's file.
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

  #if !os(tvOS) && !os(watchOS)
    /// Replaces this program with another, which keeps its terminal, files, and process id.
    ///
    /// - Returns: the system's error number on failure; otherwise it doesn't return.
    package static func become(_ path: String, _ words: [String]) -> Int32 {
      let strings = ([path] + words).map { strdup($0) }
      defer { for string in strings { free(string) } }
      execv(path, strings + [nil])
      return errno
    }
  #endif
}
