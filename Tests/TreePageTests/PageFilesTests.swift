import Foundation
import TestSupport
import Testing

@testable import TreePage

@Suite struct `The page's files` {
  @Test func `are the ones in the program`() throws {
    let folder = Tool.packageFolder + "/Sources/Page/TreePage/Files/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names {
      let text = try String(contentsOfFile: folder + name, encoding: .utf8)
      let file = try #require(PageFiles.file(at: "/\(name)"), "PageFiles doesn't list \(name)")
      #expect(
        String(decoding: file.bytes, as: UTF8.self) == text,
        "\(name) changed; run tools/page-files")
    }
    #expect(names.count == PageFiles.scripts.count + 3)
  }
}
