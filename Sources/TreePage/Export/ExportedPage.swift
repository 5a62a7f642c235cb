import Foundation
import TextIO
import TreeConsole
import TreeSnapshot

/// A page that needs no server: its files, with the tree and some answers in one of them.
struct ExportedPage {
  /// How many models it holds.
  let modelCount: Int
  private let files: [(name: String, bytes: [UInt8])]

  /// Larger trees take a browser seconds to unpack.
  static let limit = 100_000

  /// - Throws: `TooLargeToExport`.
  init(
    _ snapshot: Snapshot, about: JSONText, columns: [UInt8], _ service: CommandService
  ) throws(TooLargeToExport) {
    modelCount = snapshot.count
    if modelCount > Self.limit {
      throw TooLargeToExport(models: modelCount, limit: Self.limit)
    }
    let answers = ExportedAnswers(snapshot, service)
    let data = JSONText.object { json in
      json.write("about", about)
      json.write("answers", answers.json)
      json.write("tree", Data(columns).base64EncodedString())
    }
    files = [
      ("page.css", PageFiles.style.bytes),
      ("icon.svg", PageFiles.icon.bytes),
      ("page.js", Self.script()),
      // JSON is JavaScript as well, strings with any character included.
      ("tree.js", Array("globalThis.modelTreeExport = ".utf8) + data.bytes + Array(";\n".utf8)),
      ("index.html", Self.page()),
    ]
  }

  /// Writes the files, the page itself as the last.
  func write(to folder: String, noting output: ConsoleOutput) throws {
    for (name, bytes) in files {
      try output.write(bytes, to: "\(folder)/\(name)", makesFolders: true)
    }
  }

  /// The modules as one script: a browser loads no modules from a file. Each begins behind those that
  /// it imports, and their names are different ones.
  private static func script() -> [UInt8] {
    var text = "\"use strict\";\n{\n"
    for file in PageFiles.scripts {
      for line in String(decoding: file.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("import ")
      {
        text += (line.hasPrefix("export ") ? line.dropFirst(7) : line) + "\n"
      }
    }
    return Array((text + "}\n").utf8)
  }

  /// The page with scripts in place of modules. A page from a file has no headers, so its policy stands
  /// in it.
  private static func page() -> [UInt8] {
    let policy = """
      default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: blob:; \
      base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    return Array(
      String(decoding: PageFiles.page.bytes, as: UTF8.self)
        .replacing(
          #"<script type="module" src="page.js"></script>"#,
          with: """
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <script defer src="tree.js"></script>
            <script defer src="page.js"></script>
            """
        ).utf8)
  }
}
