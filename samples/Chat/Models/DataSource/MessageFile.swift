import Foundation

/// A chat in a file: a line that says what it is, then one line of JSON for each message.
struct MessageFile {
  let path: String
  /// What the file held when it was last read or written; nil where there was none.
  private var known: Data?

  init(path: String) { self.path = path }

  /// What the first line says.
  private struct Header: Codable {
    var format = "chat"
    var version = 1
    var next: Int
    /// Tells a file that was cut off at the end of a line from a whole one.
    var count: Int
  }

  /// Only what every version has: a newer one may mean anything else by the rest.
  private struct VersionHeader: Decodable {
    let format: String
    let version: Int
  }

  /// Reads the chat; a file that is not there is an empty one.
  ///
  /// - Throws: `MessageFileError` where it cannot be read, or holds no chat.
  mutating func read() throws(MessageFileError) -> Conversation {
    guard let data = try contents() else { return Conversation() }
    let conversation = try parse(data)
    known = data
    return conversation
  }

  /// Puts a chat in the file's place, whole or not at all.
  ///
  /// - Throws: `MessageFileError` where it cannot, or where another program has changed the file.
  mutating func write(_ conversation: Conversation) throws(MessageFileError) {
    if let present = try contents(), present != known {
      throw .changed(path: path)
    }
    do {
      let data = try Self.data(of: conversation)
      // A link stays a link.
      try data.write(to: URL(filePath: path).resolvingSymlinksInPath(), options: .atomic)
      known = data
    } catch {
      throw .cannotWrite(path: path, reason: Self.words(for: error))
    }
  }

  /// The bytes of the file; nil where there is none.
  private func contents() throws(MessageFileError) -> Data? {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path(), isDirectory: &isFolder) else {
      return nil
    }
    do {
      let type = try FileManager.default.attributesOfItem(atPath: url.path())[.type]
      // Replacing a pipe or a device would be no saving.
      guard type as? FileAttributeType == .typeRegular else {
        throw MessageFileError.cannotRead(path: path, reason: "it is no file; name another")
      }
      return try Data(contentsOf: url)
    } catch let error as MessageFileError {
      throw error
    } catch {
      throw .cannotRead(path: path, reason: Self.words(for: error))
    }
  }

  private func parse(_ data: Data) throws(MessageFileError) -> Conversation {
    func broken(_ line: Int, _ reason: String) -> MessageFileError {
      .broken(path: path, line: line, reason: reason)
    }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    guard let start = try? decoder.decode(VersionHeader.self, from: lines[0]),
      start.format == "chat"
    else { throw broken(1, "it is no chat") }
    guard start.version == 1 else { throw broken(1, "it was written by a newer Chat") }
    guard let header = try? decoder.decode(Header.self, from: lines[0]), header.count >= 0 else {
      throw broken(1, "it does not say how many messages there are")
    }
    var messages: [Message] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      guard let message = try? decoder.decode(Message.self, from: line) else {
        throw broken(index + 1, "it is no message")
      }
      guard message.id > messages.last?.id ?? 0, message.id < header.next else {
        throw broken(index + 1, "the number \(message.id) is out of order")
      }
      messages.append(message)
    }
    guard messages.count == header.count else {
      throw broken(lines.count, "there are \(messages.count) messages and not \(header.count)")
    }
    return Conversation(messages, nextID: header.next)
  }

  private static func data(of conversation: Conversation) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let messages = conversation.messages
    var data = try encoder.encode(Header(next: conversation.nextID, count: messages.count))
    for message in messages {
      data.append(UInt8(ascii: "\n"))
      data.append(try encoder.encode(message))
    }
    data.append(UInt8(ascii: "\n"))
    return data
  }

  /// Foundation says in many words what the system says in a few.
  private static func words(for error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "its folder is not there"
    case .fileReadNoPermission, .fileWriteNoPermission: "it is not permitted"
    case .fileWriteOutOfSpace: "there is no space left"
    default: "\(error.localizedDescription)"
    }
  }
}

/// Why a chat's file could not be used. The file is as it was.
package enum MessageFileError: Error, Hashable, Sendable {
  case cannotRead(path: String, reason: String)
  case cannotWrite(path: String, reason: String)
  case broken(path: String, line: Int, reason: String)
  case changed(path: String)
}

extension MessageFileError: CustomStringConvertible {
  /// One clause that names the file and what to do.
  package var description: String {
    switch self {
    case .cannotRead(let path, let reason): "cannot read '\(path)': \(reason)"
    case .cannotWrite(let path, let reason): "cannot write '\(path)': \(reason)"
    case .broken(let path, let line, let reason):
      "'\(path)' is broken in line \(line): \(reason); mend it, or name another file"
    case .changed(let path):
      "'\(path)' was changed by somebody else; start again to see what it holds"
    }
  }
}
