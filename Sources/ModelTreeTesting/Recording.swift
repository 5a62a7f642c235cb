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
  /// Fails the test that runs, at the line that called.
  func record(at site: CallSite) {
    #if canImport(Testing)
      if let test = Test.current {
        var dump: KeptDump?
        if let tree {
          let name = DumpNames.shared.next(for: dumpName ?? test.name)
          Attachment.record(tree.dump(), named: name, sourceLocation: site.location)
          dump = .attached(name: name)
        }
        Issue.record(Comment(rawValue: text(dump)), sourceLocation: site.location)
        return
      }
    #endif
    // XCTest runs, or Swift Testing does and this is a task that does not know of its test, such as
    // a detached one. Which of both cannot be asked; the framework that runs no test ignores the
    // failure.
    #if canImport(XCTest)
      let dump = tree.map { keep($0, as: DumpNames.shared.next(for: dumpName ?? site.name)) }
      XCTFail(text(dump), file: site.filePath, line: site.line)
    #else
      let dump: KeptDump? = nil
    #endif
    #if canImport(Testing)
      Issue.record(Comment(rawValue: text(dump)), sourceLocation: site.location)
    #endif
    #if !canImport(Testing) && !canImport(XCTest)
      // A failure must not go unheard.
      preconditionFailure("\(site.filePath):\(site.line): \(text(dump))")
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
    /// Keeps a tree for a test that has no attachments of Swift Testing.
    private func keep(_ tree: Snapshot, as name: String) -> KeptDump {
      let bytes = tree.dump()
      let kept = KeptDump(
        writing: bytes, as: name,
        into: ProcessInfo.processInfo.environment[KeptDump.folderVariable])
      #if canImport(ObjectiveC)
        // Only the main actor can reach the activity of the test that runs.
        guard Thread.isMainThread else { return kept }
        MainActor.assumeIsolated {
          let attachment = XCTAttachment(data: Data(bytes), uniformTypeIdentifier: "public.json")
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
  /// Writes a dump into a folder, which is made if need be.
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
