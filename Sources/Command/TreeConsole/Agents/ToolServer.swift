import TextIO
import TreeLink

/// Answers the requests of a client of the Model Context Protocol, one by one.
///
/// A client begins with `initialize`, which agrees on a version; those of 2026 on, whose requests stand
/// alone, fall back to it.
struct ToolServer {
  /// Instructions for a model that apply to all tools.
  let instructions: String
  let tools: [Tool]
  /// Calls a tool with valid arguments.
  let call: (Tool, [String: String]) throws(ConsoleError) -> AnswerPage

  /// The versions of the protocol, the latest last; 2025-03-26 demands batches.
  private static let versions = ["2024-11-05", "2025-06-18", "2025-11-25"]

  /// Returns the answer to a line; nil if there is none.
  func answer(_ line: [UInt8]) -> JSONText? {
    if line.allSatisfy({ [0x20, 0x09, 0x0d].contains($0) }) { return nil }
    var id: JSONText?
    do throws(RPCFault) {
      // The server asks nothing, so a response answers nothing, and neither does it answer what has no id.
      guard let request = try RPCRequest(line, id: &id), id != nil else { return nil }
      return .answer(to: id, .success(try result(of: request)))
    } catch {
      return .answer(to: id, .failure(error))
    }
  }

  private func result(of request: RPCRequest) throws(RPCFault) -> JSONText {
    switch request.method {
    case "initialize":
      let version: String? = (try? request.params.readIfPresent("protocolVersion")) ?? nil
      return agreement(on: Self.versions.last { $0 == version } ?? Self.versions.last ?? "")
    case "ping": return .object { _ in }
    case "tools/list":
      return .object { $0.array("tools", of: tools) { tool, json in tool.write(to: &json) } }
    case "tools/call":
      let (name, arguments) = try RPCFault.reading(.wrongParameters) { () throws(JSONProblem) in
        let arguments = request.params["arguments"] ?? .null
        if arguments != .null { try arguments.checkObject("arguments") }
        return (try request.params.readIfPresent("name") ?? "", arguments)
      }
      guard let tool = tools.first(where: { $0.name == name }) else {
        let names: SafeText = tools.map { "'\($0.name)'" }.joined(separator: ", ")
        throw RPCFault(.wrongParameters, "unknown tool '\(name)'; there are \(names)")
      }
      return result(of: tool, arguments)
    default:
      throw RPCFault(.unknownMethod, "'\(request.method)' is not answered here")
    }
  }

  private func agreement(on version: String) -> JSONText {
    .object { json in
      json.write("protocolVersion", version)
      json.object("capabilities") { $0.object("tools") { _ in } }
      json.object("serverInfo") { json in
        json.write("name", "modeltree")
        json.write("version", Version.current)
      }
      json.write("instructions", instructions)
    }
  }

  private func result(of tool: Tool, _ arguments: JSONValue) -> JSONText {
    let texts: [String]
    var structured: JSONText?
    do throws(ConsoleError) {
      let page = try call(tool, tool.arguments(arguments))
      let answer = JSONText.object { json in
        json.write("answer", page.json)
        json.write("cursor", page.next.map { .string("\($0)") } ?? .null)
      }
      structured = answer
      texts = [answer.string, page.notes.joined(separator: "\n").string]
    } catch {
      texts = [error.description]
    }
    return .object { json in
      json.array("content", of: texts) { text, block in
        block.write("type", "text")
        block.write("text", text)
      }
      if let structured { json.write("structuredContent", structured) }
      json.write("isError", structured == nil)
    }
  }
}
