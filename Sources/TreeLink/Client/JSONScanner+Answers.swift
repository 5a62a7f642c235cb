import TextIO
import TreeSnapshot

extension JSONScanner {
  /// Reads the answer to a request, which is all of the text.
  ///
  /// - Parameters:
  ///   - id: The `id` of the request.
  ///   - result: Reads the `result`.
  /// - Throws: `AppLinkError` where it is no answer, or one that says why there is none.
  mutating func readAnswer<Value>(
    to id: Int, _ result: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws(AppLinkError) -> Value {
    var value: Value?
    var fault: LinkFault?
    var answered: Int?
    do throws(JSONFailure) {
      try readObject("an answer") { scanner, key throws(JSONFailure) in
        switch key {
        case "id":
          answered = scanner.wholeNumber()
          if answered == nil { try scanner.skipValue() }
        case "result": value = try result(&scanner, key)
        case "error": fault = try LinkFault(&scanner, key)
        default: return false
        }
        return true
      }
      try expectEnd()
    } catch {
      if let problem = error.problem as? DumpError { throw .badDump(problem) }
      throw .badAnswer(error.problem as? JSONProblem ?? .truncated)
    }
    // A request that could not be read is answered without its id.
    if let fault, answered == id || answered == nil {
      throw fault.code == .otherVersion ? .versionRefused(fault.message) : .refused(fault)
    }
    guard answered == id, let value else {
      throw .badAnswer(.syntax(expected: "the answer to request \(id)", found: "another"))
    }
    return value
  }
}

extension LinkFault {
  fileprivate init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var code = LinkFault.Code.refused
    var message = ""
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "code":
        let text = try scanner.valueText()
        code = Int(String(decoding: text, as: UTF8.self)).map { .init(number: $0) } ?? .refused
      case "message": message = String(try scanner.readString(key).prefix(LinkFault.longest))
      default: return false
      }
      return true
    }
    self.init(code, "\(message)")
  }
}
