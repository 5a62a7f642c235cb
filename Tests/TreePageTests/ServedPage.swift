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

  /// What a server answers, as it came.
  struct Response {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request as it is written, and reads to the end.
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
    let bytes = try exchange(Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8))
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

  private func exchange(_ request: [UInt8]) throws -> [UInt8] {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw Failure.system(call: "socket", code: errno) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure.system(call: "connect", code: errno) }
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure.system(call: "write", code: errno) }
      sent += count
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return answer }
      answer += chunk[..<count]
    }
  }
}
