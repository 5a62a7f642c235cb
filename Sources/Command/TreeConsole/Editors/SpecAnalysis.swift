import TextIO
import TreeLSP
import TreeSnapshot
import TreeSpec

/// What is known of a spec that is being written.
struct SpecAnalysis {
  /// The spec; nil if it can't be read.
  private(set) var spec: Spec?
  /// The tree that it is checked against, or whose names it may contain.
  private(set) var tree: EditorTree?
  /// The result of the check; nil if there was none.
  private(set) var result: SpecResult?
  private(set) var remarks: [SpecRemark] = []

  /// Reads a spec, and checks the tree that it is about.
  ///
  /// - Parameter root: The folder that is open in the editor, whose files the spec may include.
  init(_ document: EditorDocument, root: String?, _ trees: EditorTrees) {
    let bytes = document.text.bytes
    let words = SpecRemarks(bytes)
    do throws(SpecError) {
      spec = try Spec(
        utf8: bytes, name: document.path ?? document.uri,
        includesFrom: document.path.map { _ in root.map { [$0] } ?? [] })
    } catch {
      remarks = words.remarks(on: error)
    }
    do {
      tree = try trees.tree(
        forSpecAt: document.path, withJournal: spec?.asksForJournal ?? false)
      guard let spec, let tree, tree.isMeant || tree.snapshot.map(spec.mayDescribe) != false else {
        return
      }
      let result = try CheckedTree(tree.file).check(
        spec, asRules: spec.lines.isEmpty && !spec.allRules.isEmpty)
      remarks = words.remarks(on: result)
      self.result = result
    } catch let error as SpecError {
      remarks = words.remarks(on: error)
    } catch {
      remarks.append(SpecRemark(target: "\(error)"))
    }
  }
}

// What an editor offers.
extension SpecAnalysis {
  /// The remarks as an editor shows them.
  func diagnostics(in text: EditorText) -> [(diagnostic: EditorDiagnostic, remark: SpecRemark)] {
    let source: SafeText = tree.map { " [\($0.words)]" } ?? ""
    return remarks.map { remark in
      let line = remark.line - 1
      let isOfTree = remark.subject == .tree || remark.subject == .note
      let severity: EditorDiagnostic.Severity =
        switch remark.subject {
        case .text: .error
        case .tree: .warning
        case .note, .target: .information
        }
      return (
        EditorDiagnostic(
          range: remark.bytes.map { text.range(line: line, $0) } ?? text.range(ofLine: line),
          severity: severity, message: (remark.message + (isOfTree ? source : "")).string), remark
      )
    }
  }

  /// The corrections of wrong words on some lines, and updates of the spec by its tree.
  func fixes(in text: EditorText, lines: ClosedRange<Int>) -> [EditorFix] {
    let all = diagnostics(in: text)
    let near = all.filter { lines.contains($0.remark.line - 1) }
    var fixes = near.compactMap { diagnostic, remark -> EditorFix? in
      guard let correction = remark.correction else { return nil }
      let edit = EditorEdit(
        range: text.range(line: remark.line - 1, correction.bytes), text: correction.text)
      return EditorFix("Write '\(correction.text)'", [edit], of: diagnostic)
    }
    guard let tree, let snapshot = tree.snapshot else { return fixes }
    let file = FileNames.last(of: tree.path)
    if let result, near.contains(where: { $0.remark.subject == .tree }) {
      let wrongRoutes = result.wrongRoutes.filter { $0.misspelling == nil }.map(\.line)
      let patches = [
        ("Update the tree from \(file)", result.isShapeWrong, false),
        (
          "Update the tree and the routes from \(file)",
          near.contains { wrongRoutes.contains($0.remark.line) }, true
        ),
      ]
      for (title, isNeeded, changesRoutes) in patches where isNeeded {
        guard
          let patch = try? SpecPatch(result.spec, to: snapshot, changesRoutes: changesRoutes),
          let edit = text.edit(to: patch.text)
        else { continue }
        fixes.append(EditorFix(title, [edit]))
      }
    }
    if spec == nil, text.isEmptySpec,
      let written = try? SpecWriter(snapshot).write(title: snapshot.name),
      let edit = text.edit(to: written)
    {
      fixes.append(EditorFix("Write the spec from \(file)", [edit]))
    }
    return fixes
  }
}

extension EditorText {
  /// Whether nothing is written yet, except perhaps the first line of a spec.
  fileprivate var isEmptySpec: Bool {
    (0..<lineCount).allSatisfy { line($0).isEmpty || line($0).starts(with: "tree-spec".utf8) }
  }
}
