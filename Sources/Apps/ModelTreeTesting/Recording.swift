import Foundation
import TextIO
import TreeSnapshot

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

extension Failure {
  /// The name of the dump. A failure without a dump uses up no name.
  private func fileName(orElse name: String) -> String {
    tree == nil && journal == nil ? "" : DumpNames.shared.next(for: dumpName ?? name)
  }

  /// Fails the current test, at the line of the call.
  func record(at site: CallSite) {
    #if canImport(Testing)
      if let test = Test.current {
        func attach(_ bytes: [UInt8], _ name: String) -> KeptDump {
          Attachment.record(bytes, named: name, sourceLocation: site.location)
          return .attached(name: name)
        }
        let name = fileName(orElse: test.name)
        let dump = tree.map { attach($0.dump(), name) }
        let past = journal?.bytes.map { attach($0, DumpNames.journalName(beside: name)) }
        Issue.record(Comment(rawValue: text(dump, journal: past)), sourceLocation: site.location)
        return
      }
    #endif
    // Either XCTest is running, or Swift Testing is and this task doesn't know its test, for
    // example because it is detached. There is no way to ask which. The framework that isn't
    // running a test ignores the failure.
    #if canImport(XCTest)
      let name = fileName(orElse: site.name)
      let dump = tree.map { keep($0.dump(), as: name, type: "public.json") }
      let past = journal?.bytes.map {
        keep($0, as: DumpNames.journalName(beside: name), type: "public.data")
      }
      XCTFail(text(dump, journal: past), file: site.filePath, line: site.line)
    #else
      let (dump, past): (KeptDump?, KeptDump?) = (nil, nil)
    #endif
    #if canImport(Testing)
      Issue.record(Comment(rawValue: text(dump, journal: past)), sourceLocation: site.location)
    #endif
    #if !canImport(Testing) && !canImport(XCTest)
      // A failure must not be lost.
      preconditionFailure("\(site.filePath):\(site.line): \(text(dump, journal: past))")
    #endif
  }
}

#if canImport(Testing)
  extension CallSite {
    fileprivate var location: SourceLocation {
      SourceLocation(
        fileID: fileID.description, filePath: filePath.description, line: Int(line),
        column: Int(column))
    }
  }
#endif

#if canImport(XCTest)
  extension Failure {
    /// Saves a file for a test without Swift Testing attachments.
    private func keep(_ bytes: [UInt8], as name: String, type: String) -> KeptDump {
      let kept = KeptDump(
        writing: bytes, as: name,
        into: ProcessInfo.processInfo.environment[KeptDump.folderVariable])
      #if canImport(ObjectiveC)
        // Only the main actor can access the current test's activity.
        guard Thread.isMainThread else { return kept }
        MainActor.assumeIsolated {
          let attachment = XCTAttachment(data: Data(bytes), uniformTypeIdentifier: type)
          attachment.name = name
          attachment.lifetime = .keepAlways
          XCTContext.runActivity(named: "Tree") { $0.add(attachment) }
        }
        if case .notKept = kept { return .inReport(name: name) }
      #endif
      return kept
    }
  }
#endif

extension KeptDump {
  /// Writes a file to a folder, which is created if necessary.
  init(writing bytes: [UInt8], as name: String, into folder: String?) {
    guard let folder, !folder.isEmpty else {
      self = .notKept(name: name)
      return
    }
    let path = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WholeFile.write(bytes, to: path)
      self = .written(path: path)
    } catch let error as FileError {
      self = .refused(name: name, reason: "\(error)")
    } catch {
      let reason = error.localizedDescription
      self = .refused(
        name: name, reason: SafeText("cannot make the folder '\(folder)': \(reason)").string)
    }
  }
}

/// The names of the dumps kept in one run of tests, each used once.
final class DumpNames: Sendable {
  /// The names of this process.
  static let shared = DumpNames()

  private let counts = Lock<[String: Int]>([:])

  /// `dashboard.json`, then `dashboard-2.json`.
  ///
  /// - Parameter name: the base of the name; all characters except letters and digits become
  ///   hyphens.
  func next(for name: String) -> String {
    let stem = Self.fileName(name)
    return counts.withLock { counts in
      // A numbered name may also be requested directly.
      while true {
        let count = (counts[stem] ?? 0) + 1
        counts[stem] = count
        if count == 1 { return "\(stem).json" }
        let numbered = "\(stem)-\(count)"
        if counts[numbered] == nil {
          counts[numbered] = 1
          return "\(numbered).json"
        }
      }
    }
  }

  /// `dashboard.journal` for `dashboard.json`.
  static func journalName(beside name: String) -> String { "\(name.dropLast(5)).journal" }

  /// File names have at most 255 bytes.
  private static let longest = 100

  private static func fileName(_ name: String) -> String {
    var words: [String] = [""]
    for scalar in name.unicodeScalars {
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isPlain || scalar == "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last != "" {
        words.append("")
      }
    }
    var stem = words.filter { !$0.isEmpty }.joined(separator: "-")
    while stem.utf8.count > longest { stem.removeLast() }
    return stem.isEmpty ? "tree" : stem
  }
}

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

extension Failure? {
  /// Fails the current test if there is a failure.
  ///
  /// - Returns: whether there is none.
  func isNone(at site: CallSite) -> Bool {
    self?.record(at: site)
    return self == nil
  }
}

/// Something that is expected of some work.
@MainActor
protocol Expectation {
  /// Waits for what the work has ended and is about to go.
  func settle() async

  /// Why it isn't met now; nil if it is.
  func failure() -> Failure?
}

extension Expectation {
  func settle() async {}

  /// Runs some work, and fails the current test if the expectation isn't met then.
  ///
  /// - Returns: true if it is met.
  /// - Throws: the error that the work throws; nothing is compared then.
  func isMet<WorkError: Error>(
    at site: CallSite, by work: () throws(WorkError) -> Void
  ) throws(WorkError) -> Bool {
    try work()
    return failure().isNone(at: site)
  }

  /// Runs some asynchronous work, and fails the current test if the expectation isn't met then.
  ///
  /// - Returns: true if it is met.
  /// - Throws: the error that the work throws; nothing is compared then.
  func isMet<WorkError: Error>(
    at site: CallSite, by work: () async throws(WorkError) -> Void
  ) async throws(WorkError) -> Bool {
    try await work()
    await settle()
    return failure().isNone(at: site)
  }
}
