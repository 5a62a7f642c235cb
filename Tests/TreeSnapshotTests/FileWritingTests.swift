import Foundation
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `A file is written whole or not at all` {
  @Test func `a new one is as open as the umask allows`() throws {
    let folder = try TemporaryFolder()
    #expect(writeFailure("x", to: folder.path(of: "a")) == nil)
    try folder.write("x", to: "b")
    #expect(try mode(folder.path(of: "a")) == mode(folder.path(of: "b")))
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o755])
  func `an old one keeps its mode`(_ mode: mode_t) throws {
    let folder = try TemporaryFolder()
    try folder.write("a much longer text that was there before", to: "a")
    #expect(chmod(folder.path(of: "a"), mode) == 0)
    #expect(writeFailure("new", to: folder.path(of: "a")) == nil)
    #expect(try folder.text(of: "a") == "new")
    #expect(try self.mode(folder.path(of: "a")) == mode)
    #expect(folder.names == ["a"])
  }

  @Test func `a link is refused and stays`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")
    let files = FileManager.default
    for (link, target) in [("link", "a"), ("broken", "none"), ("loop", "loop")] {
      let path = folder.path(of: link)
      try files.createSymbolicLink(atPath: path, withDestinationPath: target)
      #expect(
        writeFailure("new", to: path)
          == "cannot write '\(path)': \(String(cString: strerror(ELOOP))); "
          + "remove the link, or name another")
      #expect(try files.destinationOfSymbolicLink(atPath: path) == target)
    }
    #expect(try folder.text(of: "a") == "old")
    #expect(folder.names == ["a", "broken", "link", "loop"])
  }

  @Test func `a pipe behind a name of the system's is written to as it is`() throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    #expect(writeFailure("new", to: "/dev/fd/\(writing.fileDescriptor)") == nil)
    try writing.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("new".utf8))
  }

  @Test func `a missing folder is named`() throws {
    let folder = try TemporaryFolder()
    #expect(
      writeFailure("new", to: folder.path(of: "none/a"))
        == "cannot write '\(folder.path)/none/a': No such file or directory; make its folder first")
    #expect(folder.names == [])
    #expect(
      writeFailure("new", to: "") == "cannot write '': its name is empty; name a file")
  }

  @Test func `a folder is left as it is`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "sub"), withIntermediateDirectories: false)
    #expect(
      writeFailure("new", to: folder.path(of: "sub"))
        == "cannot write '\(folder.path)/sub': it is a folder; name a file in it")
    #expect(folder.names == ["sub"])
  }

  @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
  func `a folder that may not be written to keeps its file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a")
    #expect(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    #expect(writeFailure("new", to: folder.path(of: "a"))?.hasSuffix("Permission denied") == true)
    #expect(try folder.text(of: "a") == "old")
  }

  #if os(Linux)
    @Test func `a full device is reported`() throws {
      #expect(
        writeFailure("new", to: "/dev/full")
          == "cannot write '/dev/full': No space left on device; free some space")
      #expect(
        writeFailure(String(repeating: "x", count: 200_000), to: "/dev/full")
          == "cannot write '/dev/full': No space left on device; free some space")
      #expect(writeFailure("new", to: "/dev/null") == nil)
    }

  #endif

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o7777
  }
}
