import ArgumentParser
import Foundation
import TestSupport
import Testing
import TextIO
import TreeConsole
import TreeJournal

@testable import TreePage

@Suite struct `The server of a page` {
  private func answer(_ response: ServedPage.Response) throws -> [String: Any] {
    #expect(response.status == 200, "\(response.text)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  @Test func `its files come without a token, and nothing else does`() throws {
    let page = try ServedPage()
    for path in ["/", "/page.js", "/tree.js", "/page.css", "/icon.svg"] {
      #expect(try page.send(path, headers: ["Authorization": .none]).status == 200, "\(path)")
    }
    for path in ["/tree", "/about", "/events", "/matches?selector=*", "/nothing", "/../etc/passwd"]
    {
      for token in [nil, "Bearer \(String(repeating: "0", count: 64))"] {
        let response = try page.send(path, headers: ["Authorization": token])
        #expect(response.status == 401, "\(path)")
        #expect(!response.text.contains("AppAuthorizedSession"))
      }
    }
    let command = try page.send(
      "/command", method: "POST", headers: ["Authorization": .none], body: #"{"words": ["print"]}"#)
    #expect(command.status == 401)
    #expect(command.text.contains("the token is missing or wrong"))
  }

  @Test func `another host, as after DNS rebinding, and a page of another site are refused`() throws
  {
    let page = try ServedPage()
    for path in ["/", "/tree"] {
      for host in ["evil.example:\(page.port)", nil] {
        #expect(try page.send(path, headers: ["Host": host]).status == 403, "\(host ?? "none")")
      }
      let response = try page.send(path, headers: ["Origin": "http://evil.example"])
      #expect(response.status == 403)
      #expect(response.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `each response keeps out what comes from elsewhere`() throws {
    let page = try ServedPage()
    for path in ["/", "/tree", "/about", "/nothing"] {
      let headers = try page.send(path).headers
      let policy = try #require(headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
      #expect(!policy.contains("unsafe"))
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["cache-control"] == "no-store")
    }
  }

  @Test func `a command answers as it does with JSON`() throws {
    let page = try ServedPage()
    let trace = try answer(
      page.command(
        ##"{"words": ["trace", "error", "badToken", "--from", "#8", "--json"], "at": null}"##))
    #expect(trace["status"] as? Int == 0)
    #expect((trace["answer"] as? [String: Any])?["outcome"] as? String == "handled")
    #expect(trace["notes"] as? [String] == [])
    let text = try answer(page.command(#"{"words": ["print", "--depth", "0"]}"#))
    #expect((text["answer"] as? String)?.contains("AppAuthorizedSession  +7 more") == true)
    let moment = try answer(page.command(#"{"words": ["print"], "at": "12"}"#))
    #expect(moment["status"] as? Int == 2)
    #expect((moment["notes"] as? [String])?.last?.contains("journal") == true)
    let wrong = try answer(page.command(#"{"words": ["show", "Nope"]}"#))
    #expect(wrong["status"] as? Int == 2)
    #expect(wrong["answer"] is NSNull)
    #expect((wrong["notes"] as? [String])?.last?.hasPrefix("no model matches 'Nope'") == true)
  }

  @Test func `no command writes a file, or reads one that the page was not started with`() throws {
    let page = try ServedPage()
    try page.folder.write("print -o \(page.folder.path(of: "written"))\n", to: "lines")
    try page.folder.write("tree-spec 1\nOther\n", to: "tree.treespec")
    let (file, spec) = (page.folder.path(of: "written"), page.folder.path(of: "tree.treespec"))
    for words in [
      ["print", "-o", file], ["lint", "--write-baseline", file], ["lint", "--sarif", file],
      ["check", spec, "--report", "junit=\(file)"], ["check", spec, "--update"],
      ["source", page.folder.path(of: "lines")], ["diff", "/etc/hostname"],
    ] {
      let json = JSONText.object { $0.write("words", words) }.string
      let reply = try answer(page.command(json))
      #expect(reply["status"] as? Int == 2, "\(reply)")
      #expect(reply["answer"] is NSNull, "\(reply)")
    }
    #expect(page.folder.names == ["lines", "tree.json", "tree.treespec"])
    #expect(try page.folder.text(of: "tree.treespec") == "tree-spec 1\nOther\n")
  }

  @Test func `what is no request is refused in words`() throws {
    let page = try ServedPage()
    #expect(try page.send("/command", method: "POST", body: "{").status == 400)
    #expect(try page.send("/command").status == 405)
    #expect(try page.send("/", method: "POST", body: "x").status == 405)
    #expect(try page.send("/nothing").status == 404)
    #expect(try page.send("/matches").status == 400)
    let large = try page.send(
      "/command", method: "POST",
      body: #"{"words": ["\#(String(repeating: "x", count: 1 << 20))"]}"#)
    #expect(large.status == 413)
    #expect(large.text.contains("at most 1048576 bytes"))
  }

  @Test func `a head of any length is refused before it is understood`() throws {
    let page = try ServedPage()
    let long = String(repeating: "x", count: 200_000)
    for text in [
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nA: \(long)\r\n\r\n",
      "GET /\(long) HTTP/1.1\r\n\r\n", long, String(repeating: "A: b\r\n", count: 50_000),
      String(repeating: "\r\n", count: 50_000),
    ] {
      let response = try page.exchange(text)
      #expect([431, 400].contains(response.status), "\(response.text)")
      #expect(response.headers["connection"] == "close")
    }
    let largest = String(repeating: "x", count: 15_000)
    #expect(try page.send("/about", headers: ["A": largest]).status == 200)
  }

  @Test func `several requests come on one connection`() throws {
    let page = try ServedPage()
    let head = "Host: 127.0.0.1:\(page.port)\r\nAuthorization: Bearer \(page.token)\r\n"
    let body = #"{"words": ["print"]}"#
    let answers = try page.exchange(
      """
      GET /about HTTP/1.1\r\n\(head)\r
      POST /command HTTP/1.1\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)\
      GET /nothing HTTP/1.1\r\n\(head)Connection: close\r\n\r

      """)
    #expect(answers.status == 200)
    #expect(answers.text.contains("AppAuthorizedSession"))
    #expect(answers.text.matches(of: /HTTP\/1\.1 (\d+)/).map { $0.1 } == ["200", "404"])
  }

  @Test func `a thousand strangers who say nothing keep nobody out`() throws {
    let page = try ServedPage()
    let strangers = try (0..<400).map { number in
      let stranger = try ClientConnection(to: page.port)
      // Some say nothing, some do not end.
      if number % 2 == 0 { try? stranger.send("GET / HT") }
      return stranger
    }
    #expect(try page.send("/about").status == 200)
    #expect(strangers[0].readToEnd().isEmpty, "the latest strangers alone are kept")
  }

  @Test func `the tree comes as columns that say where they lie`() throws {
    let page = try ServedPage()
    let body = try page.send("/tree").body
    let size = body.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect((size + 4) % 8 == 0)
    let head = try #require(
      try JSONSerialization.jsonObject(with: Data(body[4..<(4 + size)])) as? [String: Any])
    #expect(head["name"] as? String == "ExamMaster")
    #expect(head["models"] as? Int == 8)
    let columns = try #require(head["columns"] as? [String: [Int]])
    #expect(columns["parents"] == [0, 8])
    #expect(columns["ids"] == nil, "they follow document order")
    let parents = body.withUnsafeBytes { bytes in
      (0..<8).map {
        Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 + size + 4 * $0, as: Int32.self))
      }
    }
    #expect(parents == [-1, 0, 1, 1, 1, 4, 4, 4])
  }

  @Test func `a journal comes as columns, and its tree at a moment`() throws {
    let page = try ServedPage(
      file: ServedPage.samples.appending(path: "journals/exam-master-upload.journal"))
    func head(_ path: String) throws -> [String: Any] {
      let body = try page.send(path).body
      let size = body.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      return try #require(
        try JSONSerialization.jsonObject(with: Data(body[4..<(4 + size)])) as? [String: Any])
    }
    let about = try answer(page.send("/about"))
    #expect(about["journal"] as? Bool == true)
    #expect(about["end"] as? Int == 63, "after the last record the app held no tree")
    let all = try head("/journal")
    #expect(all["first"] as? Int == 1)
    #expect(all["count"] as? Int == 66)
    #expect((all["events"] as? [String])?.contains("uncaught") == true)
    // The causes of each record, the same in columns and in records.
    let body = try page.send("/journal").body
    let size = body.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    func column(_ name: String) throws -> [Int] {
      let columns = try #require(all["columns"] as? [String: [Int]])
      let place = try #require(columns[name])
      return body.withUnsafeBytes { bytes in
        (0..<place[1]).map { index in
          let offset = 4 + size + place[0] + 4 * index
          return Int(
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
      }
    }
    let look = try FileTarget(
      ServedPage.samples.appending(path: "journals/exam-master-upload.journal").path()
    ).journal()
    let records = (1...66).map { look.contents[$0] }
    func back(_ other: Int?, _ number: Int) -> Int { other.map { number - $0 } ?? 0 }
    #expect(try column("causes") == records.enumerated().map { back($1?.cause, $0 + 1) })
    #expect(try column("raises") == records.enumerated().map { back($1?.raise, $0 + 1) })
    let some = try head("/journal?after=40&limit=10")
    #expect(some["first"] as? Int == 57)
    #expect(some["skipped"] as? Int == 16, "the last ones are sent where there are too many")
    #expect(try head("/journal?after=66")["count"] as? Int == 0)
    // Any number is answered.
    for number in [Int.max, Int.max - 1] {
      #expect(try head("/journal?after=\(number)")["count"] as? Int == 0)
      #expect(try page.send("/tree?at=\(number)").status == 503)
    }
    for number in [Int.min, -1] {
      #expect(try head("/journal?after=\(number)&limit=\(Int.max)")["count"] as? Int == 66)
      #expect(try page.send("/tree?at=\(number)").status == 503)
    }
    #expect(try head("/tree?at=62")["models"] as? Int == 4)
    #expect(try head("/tree?at=45")["models"] as? Int == 9)
    for (path, status, words) in [
      ("/tree?at=x", 400, "a record's number"), ("/tree?at=67", 503, "ends at moment 66"),
      ("/tree?at=66", 503, "no tree at moment 66"), ("/journal?after=x", 400, "are numbers"),
    ] {
      let response = try page.send(path)
      #expect(response.status == status)
      #expect(response.text.contains(words), "\(response.text)")
    }
    let found = try head("/matches?selector=ExamCreationFlow&at=42")
    #expect((found["columns"] as? [String: [Int]])?["positions"]?[1] == 1)
    let trace = try answer(
      page.command(
        ##"{"words": ["trace", "error", "UploadErrors.100", "--from", "#4", "--json"], "at": "60"}"##
      ))
    #expect((trace["answer"] as? [String: Any])?["outcome"] as? String == "handled", "\(trace)")
    let layout = try answer(
      page.command(#"{"words": ["render", "--format=layout"], "at": "50"}"#))
    #expect((layout["answer"] as? [String: Any])?["boxes"] is [Any], "\(layout)")
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: ", "POST /command HTTP/1.1\r\n"], [true, false])
  func `a request that arrives a byte now and then, or never, ends`(
    start: String, isDripping: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(ServedPage.sample(), to: "tree.json")
    let page = try PageTarget(PageOptions.parse([folder.path(of: "tree.json")]))
    let server = PageServer(page: page, port: 0, arrival: .milliseconds(100))
    let (address, found) = AsyncStream.makeStream(of: String.self)
    let running = Task {
      try await server.run(until: {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
      }) {
        found.yield($0)
      }
    }
    let first = await address.first { _ in true }
    let match = try #require(first?.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{64})/))
    let connection = try ClientConnection(to: try #require(UInt16(match.1)))
    var text = start
    if start.hasPrefix("POST") {
      text +=
        "Host: 127.0.0.1:\(match.1)\r\nAuthorization: Bearer \(match.2)\r\n"
        + "Content-Length: 1000\r\n\r\n"
    }
    try connection.send(text)
    let end = ContinuousClock.now + .seconds(600)
    var isEnded = false
    while !isEnded, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
      isEnded = connection.isEnded || isDripping && (try? connection.send("x")) == nil
    }
    #expect(isEnded)
    running.cancel()
  }

  @Test func `a dump that cannot be read is one line, and the status is 2`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "broken.json")
    try folder.write(ServedPage.sample(), to: "tree.json")
    for (words, text) in [
      (["broken.json"], "broken.json: line 1: "), (["nowhere.json"], "nowhere.json"),
      (["-"], "not from standard input"), (["broken.json", "--port", "x"], "--port"),
      (["broken.json", "--export", "out", "--port", "8000"], "--export writes files"),
      (["broken.json", "--end-with-app"], "goes with the page of a running app"),
      (["tree.json", "--spec", "nowhere.treespec"], "nowhere.treespec"),
    ] {
      let outcome = try ChildProcess.run(
        [BuiltProduct.path(of: "modeltree"), "page"] + words, environment: [:],
        directory: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("modeltree: ") && outcome.errors.contains(text))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `without the program that serves, it says how to build it`() throws {
    // Another name of the same file: a copy cannot run as long as a process that was started meanwhile
    // has it open.
    let command = try BuiltProduct.path(of: "modeltree")
    let folder = try TemporaryFolder(
      in: URL(filePath: command).deletingLastPathComponent().path(percentEncoded: false))
    try FileManager.default.linkItem(atPath: command, toPath: folder.path(of: "modeltree"))
    let outcome = try ChildProcess.run(
      [folder.path(of: "modeltree"), "page", "tree.json"], environment: [:],
      directory: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        modeltree: 'modeltree-page', which serves the page, is not in '\(folder.path)'; build it \
        there: swift build -c release --product modeltree-page

        """)
  }
}
