import Foundation
import TestSupport

/// A page that a process of its own serves, with the test as its client.
final class ServedPage {
  enum Failure: Error {
    case system(call: String, code: Int32)
    case noAddress(String)
  }

  let folder: TemporaryFolder
  let port: UInt16
  let token: String
  private let process = Process()

  /// Serves the dump of the samples, another text, or a file.
  init(dump: String? = nil, file: URL? = nil) throws {
    folder = try TemporaryFolder()
    if file == nil { try folder.write(dump ?? Self.sample(), to: "tree.json") }
    let output = Pipe()
    process.executableURL = URL(filePath: try BuiltProduct.path(of: "modeltree"))
    process.arguments = [
      "page", file?.path(percentEncoded: false) ?? folder.path(of: "tree.json"),
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let match = line.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#([0-9a-f]{64})\n/),
      let port = UInt16(match.1)
    else { throw Failure.noAddress(line) }
    self.port = port
    token = String(match.2)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The folder of the samples.
  static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../samples")

  static func sample() throws -> String {
    try String(contentsOf: samples.appending(path: "dumps/exam-master.json"), encoding: .utf8)
  }

  /// A server's raw answer.
  struct Response {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request unchanged, and reads to the end.
  ///
  /// - Parameter headers: those besides `Host`, the token and what the body needs; nil leaves one of
  ///   these out.
  func send(
    _ path: String, method: String = "GET", headers: [String: String?] = [:], body: String = ""
  ) throws -> Response {
    var all: [String: String?] = [
      "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(token)", "Connection": "close",
      "Content-Length": "\(body.utf8.count)",
    ]
    all.merge(headers) { $1 }
    let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    return try exchange("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)")
  }

  /// Sends any text, and reads to the end.
  func exchange(_ text: String) throws -> Response {
    let connection = try ClientConnection(to: port)
    try connection.send(text)
    let bytes = connection.readToEnd()
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      return Response(status: 0, headers: [:], body: bytes)
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var received: [String: String] = [:]
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      received[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    let status = head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Response(status: status, headers: received, body: Array(bytes[end.upperBound...]))
  }

  /// Asks a command.
  func command(_ json: String) throws -> Response {
    try send("/command", method: "POST", body: json)
  }
}
