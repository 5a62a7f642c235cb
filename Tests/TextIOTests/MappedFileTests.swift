import Foundation
import TestSupport
import Testing

@testable import TextIO

@Suite struct `A mapped file` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "app.bytes")
  }

  private func makeFile(bytes: Int, refusing number: Int32) throws -> MappedFile {
    try MappedFile(creating: path, bytes: bytes, for: "app.bytes", takingBlocks: { _, _ in number })
  }

  @Test(arguments: [ENOTSUP, EOPNOTSUPP, EINVAL])
  func `takes its blocks with zeros if the file system reserves none`(number: Int32) throws {
    let file = try makeFile(bytes: 300_000, refusing: number)
    file.start.storeBytes(of: 7, toByteOffset: 299_999, as: UInt8.self)
    #expect(try folder.read("app.bytes") == Array(repeating: 0, count: 299_999) + [7])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(Int(status.st_blocks) * 512 >= 300_000)
  }

  @Test func `is not made on a full disk`() throws {
    let error = #expect(throws: FileError.self) {
      _ = try makeFile(bytes: 4_096, refusing: ENOSPC)
    }
    #expect(
      "\(try #require(error))"
        == "cannot write 'app.bytes': No space left on device; free some space")
    #expect(folder.names == [])
  }
}
