/// The regular files that a `PrivateFile` has made beside a file, by their paths.
struct PrivateFileNames {
  /// Where the file is being written, or was when a process was killed.
  private(set) var unfinished: [String] = []
  /// Where damaged content was set aside.
  private(set) var setAside: [String] = []
  /// Where a process that sets the file aside looks whether it is still the damaged one, or did when
  /// it was killed.
  private(set) var taken: [String] = []

  /// Finds them in the file's folder. Costs a look at each name in it.
  init(beside target: String) throws(FileError) {
    let folder = Folder(of: target)
    let file = target.dropFirst(folder.prefix.count)
    guard !file.isEmpty else { return }
    for name in try folder.names() where name.hasPrefix("\(file).") {
      let path = folder.prefix + name
      guard let kind = Self.kind(of: name.dropFirst(file.count)),
        FileNames.statusItself(of: path)?.kind == .file
      else { continue }
      self[keyPath: kind].append(path)
    }
  }

  /// The path for an unfinished file, new each time.
  static func unfinished(_ target: String) -> String { "\(target).new-\(digits())" }

  /// The paths for a damaged file, of which the first free one is taken.
  static func setAside(_ target: String) -> some Sequence<String> {
    (1...1_000).lazy.map { $0 == 1 ? "\(target).damaged" : "\(target).damaged-\($0)" }
  }

  /// The path for a file that is taken away, new each time.
  static func taken(_ target: String) -> String { "\(target).taken-\(digits())" }

  /// Sixteen digits for a name that nothing has.
  static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  /// Whether a text is sixteen such digits.
  static func isDigits(_ digits: Substring) -> Bool {
    digits.utf8.count == 16 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  private static func kind(of ending: Substring) -> WritableKeyPath<Self, [String]>? {
    let parts = ending.split(separator: "-", maxSplits: 1)
    return switch (parts[0], parts.dropFirst().first) {
    // Earlier versions had one name for all that is unfinished.
    case (".new", nil): \.unfinished
    case (".new", let digits?) where isDigits(digits): \.unfinished
    case (".damaged", nil): \.setAside
    case (".damaged", let number?) where (Int(number) ?? 0) >= 2: \.setAside
    case (".taken", let digits?) where isDigits(digits): \.taken
    default: nil
    }
  }
}
