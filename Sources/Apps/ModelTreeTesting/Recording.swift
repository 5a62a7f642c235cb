import Foundation
import TextIO

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

extension Failure {
  /// Fails the current test, at the line of the call.
  func record(at site: CallSite) {
    #if canImport(Testing)
      if let test = Test.current {
        let text = text(named: test.name) { bytes, name in
          Attachment.record(bytes, named: name, sourceLocation: site.location)
          return .attached(name: name)
        }
        Issue.record(Comment(rawValue: text), sourceLocation: site.location)
        return
      }
    #endif
    // Either XCTest is running, or Swift Testing is and this task doesn't know its test, for
    // example because it is detached. There is no way to ask which. The framework that isn't
    // running a test ignores the failure.
    let text = text(named: site.name) { bytes, name in
      KeptFile(
        writing: bytes, as: name,
        into: ProcessInfo.processInfo.environment[KeptFile.folderVariable] ?? "")
    }
    #if canImport(XCTest)
      XCTFail(text, file: site.filePath, line: site.line)
    #endif
    #if canImport(Testing)
      Issue.record(Comment(rawValue: text), sourceLocation: site.location)
    #endif
    #if !canImport(Testing) && !canImport(XCTest)
      // A failure must not be lost.
      preconditionFailure("\(site.filePath):\(site.line): \(text)")
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

extension KeptFile {
  /// The environment variable with the folder for files of tests without attachments.
  static let folderVariable = "MODELTREE_ARTIFACTS"

  /// Writes a file to a folder, which is created if necessary.
  init(writing bytes: [UInt8], as name: String, into folder: String) {
    if folder.isEmpty {
      self = .notKept(name: name, reason: "set \(Self.folderVariable) to a folder for it")
      return
    }
    let path = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)"
    do throws(FileError) {
      try WholeFile.write(bytes, to: path, makesFolders: true)
      self = .written(path: path)
    } catch {
      self = .notKept(name: name, reason: "\(error)")
    }
  }
}

/// The names of the files kept in one run of tests, each used once.
final class FileStems: Sendable {
  /// The names of this process.
  static let shared = FileStems()
  /// File names have at most 255 bytes.
  private static let longest = 100

  private let counts = Lock<[String: Int]>([:])

  /// `dashboard`, then `dashboard-2`.
  ///
  /// - Parameter name: the base of the name; all characters except letters and digits become
  ///   hyphens.
  func next(for name: String) -> String {
    let words = name.unicodeScalars.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil && scalar != "_"
    }
    var stem = words.map { String($0) }.joined(separator: "-")
    while stem.utf8.count > Self.longest { stem.removeLast() }
    if stem.isEmpty { stem = "tree" }
    let count = counts.withLock { [stem] counts in
      counts[stem, default: 0] += 1
      return counts[stem] ?? 1
    }
    return count == 1 ? stem : "\(stem)-\(count)"
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

  /// The absolute path of a file that is named relative to the folder of the test's file.
  func path(of file: String) -> String {
    let folder = URL(filePath: filePath.description).deletingLastPathComponent()
    let url = file.hasPrefix("/") ? URL(filePath: file) : folder.appending(path: file)
    return url.standardized.path(percentEncoded: false)
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
