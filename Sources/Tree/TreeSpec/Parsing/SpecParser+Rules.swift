package import TextIO
import TreeAnalysis

// Rules, names for models, and included files.
extension SpecParser {
  /// `"errors end here" severity warning reason "a person must see why"`
  func rule(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) -> SpecRule {
    let start = scanner.start
    if scanner.isAtEnd { throw scanner.problemHere(.noRuleName) }
    let name = try scanner.text()
    if name.isEmpty || ["severity", "reason"].contains(name) {
      throw scanner.problem(from: start, .noRuleName)
    }
    if let other = rules.first(where: { $0.name == name }) {
      throw scanner.problem(from: start, "there is a rule '\(name)' in line \(other.line) already")
    }
    var rule = SpecRule(name: name, severity: .error, reason: "", line: number)
    while !scanner.isAtEnd {
      let word = scanner.takeWord()
      switch word.text {
      case "severity":
        let severity = scanner.takeWord()
        guard let known = LintSeverity(rawValue: severity.text) else {
          throw LineProblem(
            severity.span,
            .unknown(
              "'\(severity.text)' is not a severity", severity.text,
              LintSeverity.allCases.map(\.rawValue)))
        }
        rule.severity = known
      case "reason" where rule.reason.isEmpty:
        scanner.skipSpaces()
        guard scanner.next == UInt8(ascii: "\"") else { throw scanner.problemHere(.noReason) }
        rule.reason = try scanner.quoted()
      default:
        throw LineProblem(
          word.span,
          """
          'severity' or 'reason' is expected \
          here\(SpecFault.addition(word.text, ["severity", "reason"]))
          """)
      }
    }
    if rule.reason.isEmpty { throw scanner.problemHere(.noReason) }
    return rule
  }

  /// `$screens = DashboardModel, SideMenuModel`
  mutating func bind(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    let start = scanner.start
    guard scanner.consume(UInt8(ascii: "$")) else { throw scanner.problemHere(.captureName) }
    let name = scanner.text(until: " =,")
    guard LineScanner.isCaptureName(name) else { throw scanner.problem(from: start, .captureName) }
    let span = scanner.span(from: start)
    if let line = captures[name] ?? bindings[name]?.line {
      throw LineProblem(span, .takenCapture(name, line: line))
    }
    scanner.skipSpaces()
    guard scanner.consume(UInt8(ascii: "=")) else {
      throw scanner.problemHere(
        "'=' is expected here, and after it a selector: let $\(name) = MainFlow")
    }
    let places = try scanner.places()
    if let place = places.first(where: \.isCapture) {
      throw LineProblem(place.span, "a name is for selectors, not for another name")
    }
    bindings[name] = SpecBinding(line: number, places: places)
  }

  /// `"common.treespec"`
  mutating func include(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    let start = scanner.start
    let path = try scanner.text()
    let span = scanner.span(from: start)
    if path.isEmpty { throw scanner.problemHere("a file is missing: include \"common.treespec\"") }
    guard let includes else {
      throw LineProblem(span, "a spec that is not a file includes none; write it to a file")
    }
    let spec: Spec?
    do {
      spec = try includes.spec(at: path, from: name)
    } catch {
      lacksFile = true
      switch error {
      case .fault(let fault): throw LineProblem(span, fault)
      case .problems(let error):
        note(inIncludedFile: error)
        return
      }
    }
    guard let spec else { return }
    for (name, binding) in spec.bindings {
      if captures[name] != nil || bindings[name] != nil
        || included.contains(where: { $0.bindings[name] != nil })
      {
        throw LineProblem(
          span,
          "'\(name)' is there already, and in \(spec.name) in line \(binding.line)")
      }
    }
    for rule in spec.allRules where allRules.contains(where: { $0.name == rule.name }) {
      throw LineProblem(
        span,
        "'\(rule.name)' is there already, and in \(spec.name) in line \(rule.line)")
    }
    included.append(spec)
  }

  private var allRules: [SpecRule] { rules + included.flatMap(\.allRules) }
}

extension SpecPlace {
  package var isCapture: Bool { if case .capture = subject { true } else { false } }
}

extension LineScanner {
  /// `except` and its elements; none if it is missing.
  mutating func exceptions<Element>(
    _ element: (inout LineScanner) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    takes("except") ? try list(element) : []
  }

  /// A quoted text, or a word.
  fileprivate mutating func text() throws(LineProblem) -> String {
    next == UInt8(ascii: "\"") ? try quoted() : takeWord().text
  }
}

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
    var parser = SpecParser(name: path, text: TextLines(bytes), includes: self, isIncluded: true)
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
