import Foundation
import TestSupport
import Testing
import TextIO

@testable import TreeLink

/// Where sockets lie, and which places are refused.
@Suite struct `The place of a socket` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(in: "/tmp") }

  private func make(_ name: String, mode: Int) throws -> String {
    try folder.makeFolder(name)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path(of: name))
    return folder.path(of: name)
  }

  @Test(.enabled(if: getenv("MODELTREE_DIR") == nil))
  func `is also looked for where the system usually has it`() {
    #expect(LinkFolder.searchedPaths.starts(with: LinkFolder.paths))
    #expect(LinkFolder.searchedPaths.contains("/run/user/\(geteuid())/modeltree"))
    #expect(Set(LinkFolder.searchedPaths).count == LinkFolder.searchedPaths.count)
  }

  @Test func `is a folder of the user's alone`() throws {
    let own = try make("own", mode: 0o700)
    #expect(try LinkFolder(own)?.path == own)
    #expect(try LinkFolder(folder.path(of: "missing")) == nil)
  }

  @Test func `is not open to others`() throws {
    let open = try make("open", mode: 0o750)
    let error = #expect(throws: AppLinkError.self) { try LinkFolder(open) }
    #expect(
      error.map { "\($0)" } == """
        the folder '\(open)' is open to others (mode 750); close it with 'chmod 700 \(open)', or set \
        MODELTREE_DIR to another
        """)
  }

  @Test func `is neither a link nor a file`() throws {
    let own = try make("own", mode: 0o700)
    let link = folder.path(of: "link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: own)
    try folder.write("", to: "file")
    let file = folder.path(of: "file")
    for (path, fault) in [
      (link, "is a symbolic link; set MODELTREE_DIR to the folder itself"),
      (file, "isn't a folder; set MODELTREE_DIR to another path"),
    ] {
      let error = #expect(throws: AppLinkError.self) { try LinkFolder(path) }
      #expect(error.map { "\($0)" } == "the folder '\(path)' \(fault)")
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func `does not belong to somebody else`() throws {
    let others = try make("others", mode: 0o700)
    #expect(chown(others, 12_345, 0) == 0)
    let error = #expect(throws: AppLinkError.self) { try LinkFolder(others) }
    #expect(
      error.map { "\($0)" } == """
        the folder '\(others)' belongs to user 12345, not to you; set MODELTREE_DIR to a folder of \
        your own
        """)
  }

  @Test func `is named by processes, and by nothing else`() throws {
    let own = try make("own", mode: 0o700)
    for name in ["12.sock", "12.json", "7.json", "07.sock", "x.sock", "9.sock.new-1", "-1.sock"] {
      try folder.write("", to: "own/\(name)")
    }
    #expect(try LinkFolder(own)?.places().map(\.pid) == [7, 12])
  }

  @Test func `is not longer than the system allows`() throws {
    let name = String(repeating: "x", count: 120)
    let own = try make(name, mode: 0o700)
    let place = AppPlace(folder: try #require(try LinkFolder(own)), pid: 1)
    let error = #expect(throws: AppLinkError.self) {
      try LocalSocket.listening(at: place.socket, queue: 1)
    }
    #expect(
      error.map { "\($0)" } == """
        the path '\(place.socket)' is longer than the \(SocketAddress.pathLimit) bytes that a \
        socket's may have; set MODELTREE_DIR to a shorter one
        """)
  }

  @Test func `holds no link and no file in the place of the socket`() throws {
    let own = try make("own", mode: 0o700)
    let place = AppPlace(folder: try #require(try LinkFolder(own)), pid: 1)
    #expect(try LinkConnection(to: place) == nil)
    try folder.write("", to: "own/1.sock")
    #expect(
      throws: AppLinkError.other("'\(place.socket)' isn't an app's socket; remove it")
    ) { try LinkConnection(to: place) }
    try FileManager.default.removeItem(atPath: place.socket)
    let other = try LocalSocket.listening(at: folder.path(of: "other"), queue: 1)
    try FileManager.default.createSymbolicLink(
      atPath: place.socket, withDestinationPath: folder.path(of: "other"))
    #expect(
      throws: AppLinkError.other(
        "'\(place.socket)' is a symbolic link, which isn't followed; remove it")
    ) { try LinkConnection(to: place) }
    withExtendedLifetime(other) {}
  }

  @Test func `is cleared of an app that is gone, once it was listed`() throws {
    let own = try make("own", mode: 0o700)
    let gone = 99_999_999
    let place = AppPlace(folder: try #require(try LinkFolder(own)), pid: gone)
    try Greeting(name: "Gone", pid: gone, started: "2026-01-01T00:00:00Z").writeCard(at: place)
    // A socket whose app has ended.
    _ = try LocalSocket.listening(at: place.socket, queue: 1)
    let apps = AppSearch(client: "test", in: [own]).apps()
    #expect(apps.map(\.state) == [.stale])
    #expect(apps.map(\.name) == ["Gone"])
    #expect(AppSearch(client: "test", in: [own]).apps().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: own).isEmpty)
  }

  /// Darwin refuses a connection also of an app that is there and busy.
  private static var refused: RunningApp.State {
    #if canImport(Darwin)
      .busy
    #else
      .stale
    #endif
  }

  @Test func `is kept for an app whose process is there and refuses connections`() throws {
    let own = try make("own", mode: 0o700)
    let place = AppPlace.own(in: try #require(try LinkFolder(own)))
    try Greeting(name: "Busy", pid: place.pid, started: "2026-01-01T00:00:00Z")
      .writeCard(at: place)
    // A socket whose app has ended.
    _ = try LocalSocket.listening(at: place.socket, queue: 1)
    let search = AppSearch(client: "test", in: [own])
    #expect(search.apps().map(\.state) == [Self.refused])
    #expect(FileNames.exists(place.socket) && FileNames.exists(place.card))
  }
}
