import Foundation
import TextIO
import TreeSnapshot
import TreeSpec

/// Compares a tree with a spec of the test or of a file.
struct TreeExpectation {
  enum Source {
    case inline(String)
    /// Absolute.
    case file(path: String)
  }

  private let source: Source

  init(_ source: Source) { self.source = source }

  /// A spec's file by its path from the folder of the test.
  init(specAt path: String, seenFrom site: CallSite) {
    let absolute = path.hasPrefix("/") ? path : site.folder + path
    source = .file(path: URL(filePath: absolute).standardized.path(percentEncoded: false))
  }

  /// Why the tree is not what the spec says; nil where it is.
  func failure(of tree: Snapshot?) -> Failure? {
    guard let tree else { return Failure(.noTree) }
    let spec: Spec
    do {
      spec = try self.spec()
    } catch {
      return Failure(.unusableSpec(error))
    }
    let result = spec.check(tree)
    if result.isPassed { return nil }
    // Only a wrong shape can be taken over: routes and limits are decisions of a person.
    return Failure(
      .wrongTree(result), tree: tree, dumpName: dumpName,
      updatableSpec: result.isShapeWrong ? shownPath : nil)
  }

  private func spec() throws -> Spec {
    switch source {
    case .inline(let text): try Spec(inline: text, name: "inline spec")
    case .file(let path):
      try FileBytes(path: path).withBuffer { bytes in
        try Spec(utf8: bytes, name: shownPath ?? path)
      }
    }
  }

  /// The path of the file from the folder that the tests run in, where it lies below.
  private var shownPath: String? {
    guard case .file(let path) = source else { return nil }
    let here = FileManager.default.currentDirectoryPath
    let start = here.hasSuffix("/") ? here : here + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  /// The name of the file without its folders and its extension.
  private var dumpName: String? {
    guard case .file(let path) = source else { return nil }
    return URL(filePath: path).deletingPathExtension().lastPathComponent
  }
}
