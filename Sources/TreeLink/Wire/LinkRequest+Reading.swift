import TextIO
import TreeSnapshot

/// A line that an app was sent.
struct ReceivedRequest {
  /// The `id` as the client wrote it; `null` where there is none.
  private(set) var id: [UInt8] = Array("null".utf8)
  /// What is asked, or why that cannot be answered.
  private(set) var request: Result<LinkRequest, LinkFault>

  /// Reads a line without its end.
  init(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = JSONScanner(line)
    var head = Head()
    do throws(JSONFailure) {
      try head.read(&scanner)
    } catch {
      let isSyntax =
        switch error.problem as? JSONProblem {
        case .syntax, .truncated, .invalidText: true
        default: false
        }
      request = .failure(LinkFault(error, of: isSyntax ? .notJSON : .noRequest))
      return
    }
    guard let id = head.id else {
      request = .failure(
        LinkFault(.noRequest, "the request has no 'id' that is a number or a string"))
      return
    }
    self.id = id
    guard head.isVersion2, let method = head.method else {
      request = .failure(
        LinkFault(.noRequest, "a request has \"jsonrpc\": \"2.0\", an 'id' and a 'method'"))
      return
    }
    do throws(JSONFailure) {
      if let place = head.parameters { scanner.move(to: place) }
      guard
        let known = try LinkRequest(
          method, hasParameters: head.parameters != nil, from: &scanner)
      else {
        request = .failure(LinkFault(.unknownMethod, "there is no method '\(method)'"))
        return
      }
      request = .success(known)
    } catch {
      request = .failure(LinkFault(error, of: .wrongParameters))
    }
  }

  /// The members of a request, whose parameters are read once the method is known.
  private struct Head {
    var id: [UInt8]?
    var method: String?
    var isVersion2 = false
    var parameters: JSONScanner.Place?

    mutating func read(_ scanner: inout JSONScanner) throws(JSONFailure) {
      var head = Head()
      try scanner.readObject("a request") { scanner, key throws(JSONFailure) in
        switch key {
        case "jsonrpc": head.isVersion2 = try scanner.readString(key) == "2.0"
        case "id":
          let first = scanner.peek()
          let text = try scanner.valueText()
          let isNumber = first == UInt8(ascii: "-") || (first ?? 0) &- 0x30 < 10
          if isNumber || first == UInt8(ascii: "\"") { head.id = Array(text) }
        case "method": head.method = try scanner.readString(key)
        case "params":
          _ = scanner.peek()
          head.parameters = scanner.place
          try scanner.skipValue()
        default: return false
        }
        return true
      }
      try scanner.expectEnd()
      self = head
    }
  }
}

extension LinkRequest {
  /// Reads the parameters of a method; nil where there is no such method.
  fileprivate init?(
    _ method: String, hasParameters: Bool, from scanner: inout JSONScanner
  ) throws(JSONFailure) {
    var parameters = LinkParameters()
    if hasParameters { try parameters.read(&scanner) }
    switch method {
    case "hello":
      self = .hello(
        try scanner.required(parameters.version, "protocol"), client: parameters.client ?? "")
    case "look":
      self = .look(
        after: parameters.mark, milliseconds: parameters.wait ?? 0, moment: parameters.moment)
    case "raise":
      self = .raise(
        try scanner.required(parameters.message, "message"),
        node: try scanner.required(parameters.node, "node"),
        tree: try scanner.required(parameters.tree, "tree"))
    case "leaks": self = .leaks
    case "actions": self = .actions
    case "perform":
      self = .perform(words: try scanner.required(parameters.words, "words"))
    case "journal":
      self = .journal(
        after: parameters.record ?? 0, limit: parameters.limit,
        milliseconds: parameters.wait ?? 0, asBytes: parameters.asBytes)
    default: return nil
    }
  }
}

/// The parameters of all methods: no two have one of a name that is of different types, but for
/// `after`, which is a record or a state of the tree.
private struct LinkParameters {
  var version: LinkVersion?
  var client: String?
  var mark: TreeMark?
  var record: Int?
  var moment: String?
  var wait: Int?
  var limit: Int?
  var asBytes = false
  var message: Message?
  var node: Int?
  var tree: Int?
  var words: [String]?

  mutating func read(_ scanner: inout JSONScanner) throws(JSONFailure) {
    var read = LinkParameters()
    try scanner.readObject("params") { scanner, key throws(JSONFailure) in
      switch key {
      case "protocol":
        let offset = scanner.position
        read.version = LinkVersion(try scanner.readString(key))
        if read.version == nil {
          throw JSONFailure(
            offset: offset,
            problem: JSONProblem.wrongType(
              key: key, expected: "a version such as \"\(LinkVersion.current)\"",
              found: "other text"))
        }
      case "client": read.client = try scanner.readString(key)
      case "after":
        if scanner.peek() == UInt8(ascii: "{") {
          read.mark = try TreeMark(&scanner, key)
        } else {
          read.record = try scanner.readWholeNumber(key)
        }
      case "at": read.moment = try scanner.readString(key)
      case "wait": read.wait = try scanner.readWholeNumber(key)
      case "limit": read.limit = try scanner.readWholeNumber(key)
      case "bytes": read.asBytes = try scanner.readBoolean(key)
      case "message": read.message = try Message(&scanner, key)
      case "node": read.node = try scanner.readWholeNumber(key)
      case "tree": read.tree = try scanner.readWholeNumber(key)
      case "words":
        var words: [String] = []
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          words.append(try scanner.readString("a word"))
        }
        read.words = words
      default: return false
      }
      return true
    }
    self = read
  }
}
