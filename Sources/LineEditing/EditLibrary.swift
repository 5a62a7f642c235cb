import CEditLine

/// libedit, if the system has it.
enum EditLibrary {
  /// Its functions, looked for when the first line is read; nil without it.
  static let functions = open(names)

  /// The library's file: on Debian, on other Linux systems, on macOS.
  private static let names = ["libedit.so.2", "libedit.so.0", "libedit.so", "libedit.3.dylib"]

  /// The functions of the first of these libraries that is there.
  static func open(_ names: [String]) -> ceditline_library? {
    var functions = ceditline_library()
    return names.contains { ceditline_open($0, &functions) != 0 } ? functions : nil
  }
}
