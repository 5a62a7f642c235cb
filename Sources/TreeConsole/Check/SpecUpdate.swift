import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// Changes the file of a spec to what a tree is.
struct SpecUpdate {
  enum Way: String, CaseIterable, ExpressibleByArgument {
    /// Changes what differs, and keeps the rest.
    case patch
    /// Writes the spec anew.
    case overwrite
  }

  let way: Way

  /// - Throws: `ConsoleError` where nothing may be changed.
  init(_ way: Way, isForced: Bool) throws(ConsoleError) {
    let value = Environment["CI", default: ""]
    if !isForced, !["", "0", "false"].contains(value) { throw .updateInCI }
    self.way = way
  }

  /// The spec's new text, and in words what is changed in it; nil where nothing is.
  ///
  /// - Parameters:
  ///   - spec: the spec as it is; nil where its file is not there, or cannot be read as one.
  ///   - old: what stands in the file, also where it cannot be read as a spec.
  ///   - snapshot: the tree.
  func text(
    of spec: Spec?, _ old: [UInt8]?, for snapshot: Snapshot
  ) throws -> (text: String, change: String)? {
    switch way {
    case .patch:
      guard let spec, let old,
        let patch = try SpecPatch(spec, readFrom: old, to: snapshot)
      else { return nil }
      return (patch.text, "\(lines(patch.removed)) out, \(lines(patch.added)) in")
    case .overwrite:
      let text = try SpecWriter(snapshot).write(title: spec?.title ?? snapshot.name)
      if let spec, text == spec.text.map({ $0 + "\n" }).joined() { return nil }
      let lost = old.flatMap { bytes in
        HandwrittenLines(String(decoding: bytes, as: UTF8.self)).words(
          lostIn: HandwrittenLines(text))
      }
      return (text, "written anew" + (lost.map { "; \($0)" } ?? ""))
    }
  }

  private func lines(_ count: Int) -> String { counted(count, "line") }
}
