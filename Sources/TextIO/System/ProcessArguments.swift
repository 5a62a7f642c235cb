/// The words that the process was called with, as the system gave them.
package enum ProcessArguments {
  /// The first that is not UTF-8, as far as it can be shown; nil where all are.
  ///
  /// `CommandLine.arguments` repairs such words, which then name other files.
  package static var firstNotUTF8: String? {
    for place in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[place] else { continue }
      if String(validatingCString: word) == nil { return String(cString: word) }
    }
    return nil
  }
}
