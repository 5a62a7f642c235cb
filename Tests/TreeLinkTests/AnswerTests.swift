import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@testable import TreeLink

/// A client's interpretation of answers.
@Suite struct `An answer` {
  private func line(_ answer: Result<LinkAnswer, RPCFault>, id: String = "1") -> [UInt8] {
    var sink = MemorySink()
    sink.write(answer, toRequest: JSONText(written: Array(id.utf8)))
    return sink.bytes
  }

  private func read<Value>(
    _ bytes: [UInt8], _ body: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws -> Value {
    try JSONScanner.scan(bytes[...]) { scanner in
      try scanner.readAnswer(to: 1) { scanner, key throws(JSONFailure) in
        try body(&scanner, key)
      }
    }
  }

  private func look(_ bytes: [UInt8]) throws -> Look {
    try JSONScanner.scan(bytes[...]) { scanner in
      try scanner.readAnswer(to: 1) { scanner, key throws(JSONFailure) in
        try Look(&scanner, key)
      }
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `with a tree is the tree, whatever its names are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let snapshot = try RandomTree(full: 1...60, names: RandomTree.hostileNames).make(using: &random)
      .snapshot()
    let ended = [
      EndedSubscription(
        id: 3,
        subscription: Subscription(
          kind: .event, domain: random.pick(RandomTree.hostileNames), code: nil, label: "l",
          source: "a:1"))
    ]
    let state = TreeState(snapshot: snapshot, tree: 3, revision: 9, endedSubscriptions: ended)
    let bytes = line(.success(LinkAnswer { Look.tree(state).write(to: &$0) }))
    #expect(bytes.count { $0 == 10 } == 1)
    guard case .tree(let received) = try look(bytes) else {
      Issue.record("no tree")
      return
    }
    #expect(received.snapshot.dump() == snapshot.dump())
    #expect(received.mark == TreeMark(tree: 3, revision: 9))
    #expect(received.endedSubscriptions == ended)
  }

  @Test func `with leaked models is these models, with what may hold them`() throws {
    let old = LeakedModel(
      id: 4, type: "Fl\u{1b}ow", path: "/App/Flow", source: "a:1", holder: 3, isOfEarlierTree: true)
    var new = old
    new.handlers = ["a:2", "\u{1b}:3"]
    new.work = ["a:4"]
    let bytes = line(.success(LinkAnswer { [new] in $0.writeLeft([old, new]) }))
    let json = try read(bytes) { scanner, _ throws(JSONFailure) in try scanner.value() }
    #expect(try json.read("left") as [LeakedModel] == [old, new])
    #expect(
      !String(decoding: line(.success(LinkAnswer { $0.writeLeft([old]) })), as: UTF8.self).contains(
        "handlers"))
  }

  @Test func `with a frozen copy has the addresses of leaked models`() throws {
    var model = LeakedModel(id: 4, type: "Flow", path: nil, source: nil, holder: nil)
    model.address = 0x7f00_1234_5670
    let frozen = FrozenLeaks(left: [model], pid: 321, pause: 1_234_567)
    func sent(_ frozen: FrozenLeaks) throws -> FrozenLeaks {
      try read(line(.success(LinkAnswer { frozen.write(to: &$0) }))) {
        scanner, key throws(JSONFailure) in
        let json = try scanner.value()
        do throws(JSONProblem) {
          return try FrozenLeaks(json: json, key)
        } catch {
          throw JSONFailure(offset: scanner.position, problem: error)
        }
      }
    }
    #expect(try sent(frozen) == frozen)
    let without = FrozenLeaks(left: [model], pid: nil, pause: 0)
    #expect(try sent(without) == without)
  }

  @Test func `that nothing has changed is short`() throws {
    let answer = Look.same(TreeMark(tree: 1, revision: 42))
    let bytes = line(.success(LinkAnswer { answer.write(to: &$0) }))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tree\": 1, \"revision\": 42, \"same\": true}}\n"
    )
    guard case .same(let mark) = try look(bytes) else {
      Issue.record("not the same")
      return
    }
    #expect(mark == TreeMark(tree: 1, revision: 42))
  }

  @Test func `of a raise comes out as it went in, as deep as it is shown`() throws {
    func nested(_ depth: Int) -> TakenRoute {
      TakenRoute(
        message: Message(kind: .bubble, domain: "D", code: "\(depth)"),
        raiser: .init(id: depth, type: "T"),
        handlings: depth == 0
          ? []
          : [
            .init(
              model: .init(id: 1, type: "H"), duration: .nanoseconds(depth),
              raised: [nested(depth - 1)])
          ])
    }
    let snapshot = try Snapshot(
      dump:
        """
        {"format": "model-tree", "version": 1, "nodes": [
        {"id": 1, "type": "S", "handles": [{"kind": "error", "domain": "D", "code": "1"}]},
        {"id": 8, "parent": 1, "type": "M"}]}
        """)
    func sent(_ inner: TakenRoute) throws -> (RaiseReport, RaisedRoute) {
      let taken = TakenRoute(
        message: Message(kind: .error, domain: "D", code: "1"), raiser: .init(id: 8, type: "M"),
        passed: [.init(id: 8, type: "M")],
        handlings: [
          .init(model: .init(id: 1, type: "S"), duration: .microseconds(3), raised: [inner])
        ])
      let report = RaiseReport(
        before: TreeState(snapshot: snapshot, tree: 1), taken, raisedAt: 1, after: nil,
        notes: ["a note"], record: 7)
      let mark = TreeMark(tree: 1, revision: 5)
      let bytes = line(.success(LinkAnswer { report.write(to: &$0, mark) }))
      return (
        report,
        try read(bytes) { scanner, key throws(JSONFailure) in try scanner.read(key) }
      )
    }
    let (report, received) = try sent(nested(20))
    #expect(received.taken.handlings == report.taken.handlings)
    #expect(received.notes == ["a note"] && received.record == 7)
    #expect(report.route == snapshot.route(of: report.taken.message, raisedAt: 1))
    let again = RaiseReport(
      before: report.before, received.taken, raisedAt: 1, after: nil, notes: [], record: nil)
    #expect(again.route == report.route)
    let (deep, cut) = try sent(nested(500))
    #expect(cut.taken.handlings != deep.taken.handlings)
    #expect(
      cut.taken.handlings.first?.raised.first?.message
        == deep.taken.handlings[0].raised[0].message)
  }

  @Test(
    arguments: [
      ("", "the app's answer cannot be read: the text ends before its JSON does"),
      ("[]\n", "the app's answer cannot be read: an answer must be an object, not an array"),
      (
        "{\"jsonrpc\": \"2.0\", \"id\": 2, \"result\": {\"tree\": 1, \"revision\": 1, \"same\": true}}\n",
        "the app's answer cannot be read: not JSON: expected the answer to request 1, found another"
      ),
      (
        "{\"id\": 1, \"result\": {\"tree\": 1, \"revision\": 1}}\n",
        "the app's answer cannot be read: not JSON: expected 'dump', found an object without it"
      ),
      (
        "{\"id\": 1, \"result\": {\"tree\": 1, \"revision\": 1, \"dump\": {\"format\": \"x\"}}}\n",
        "the app's tree cannot be read: line 1: 'format' is \"x\", not \"model-tree\": this is not a dump of a model tree"
      ),
      (
        "{\"id\": 1, \"error\": {\"code\": -32000, \"message\": \"not \\u001b[31mnow\"}}\n",
        "not \\u{1b}[31mnow"
      ),
    ])
  func `that is none is refused`(text: String, words: String) {
    let error = #expect(throws: AppLinkError.self) { try look(Array(text.utf8)) }
    #expect(error.map { "\($0)" } == words)
  }

  @Test func `in which arrays go deep costs no stack`() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(throws: AppLinkError.self) {
      try look(Array("{\"id\": 1, \"result\": \(deep)".utf8))
    }
  }
}
