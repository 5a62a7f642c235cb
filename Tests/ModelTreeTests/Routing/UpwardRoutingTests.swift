import ModelTree
import Testing

/// Rules 1 and 2 for errors and bubbles, and the part of rule 5 about them.
@Suite struct `Upward routing` {
  @Test(
    arguments: Upward.allCases,
    [
      (registered: ["leaf", "middle", "root"], handler: "leaf"),
      (registered: ["middle", "root"], handler: "middle"),
      (registered: ["root"], handler: "root"),
      (registered: ["leaf"], handler: "leaf"),
      (registered: ["sibling", "root"], handler: "root"),
      (registered: ["below", "root"], handler: "root"),
      (registered: ["below", "sibling"], handler: nil),
      (registered: [], handler: nil),
    ] as [(registered: [String], handler: String?)])
  func `the first registered model from the raiser upwards handles it`(
    kind: Upward, table: (registered: [String], handler: String?)
  ) {
    let root = ProbeSession()
    let middle = root.child("middle")
    let leaf = middle.child("leaf")
    leaf.child("below")
    middle.child("sibling")
    for model in root.subtree where table.registered.contains(model.label ?? "") {
      kind.register(model)
    }
    #expect(kind.raise(at: leaf)?.label == table.handler)
    #expect(root.log.lines.count { !$0.contains("uncaught") } == (table.handler == nil ? 0 : 1))
  }

  @Test(arguments: Upward.allCases)
  func `it is offered to its raiser first`(kind: Upward) {
    let root = ProbeSession()
    let raiser = root.child("raiser")
    kind.register(root)
    kind.register(raiser)
    #expect(kind.raise(at: raiser) === raiser)
  }

  @Test(arguments: Upward.allCases)
  func `a root session may raise and handle`(kind: Upward) {
    let root = ProbeSession()
    #expect(kind.raise(at: root) == nil)
    kind.register(root)
    #expect(kind.raise(at: root) === root)
  }

  @Test(arguments: Upward.allCases, [Upward.Scope.code, .domain])
  func `a code or its whole domain takes it`(kind: Upward, scope: Upward.Scope) {
    let root = ProbeSession()
    let child = root.child("child")
    kind.register(child, .otherCode)
    kind.register(root, scope)
    #expect(kind.raise(at: child) === root)
  }

  @Test(arguments: Upward.allCases, [false, true])
  func `of a code and a domain at one model the code takes it`(kind: Upward, codeFirst: Bool) {
    let root = ProbeSession()
    for isCode in codeFirst ? [true, false] : [false, true] {
      kind.register(root, isCode ? .code : .domain) { root.log(isCode ? "code" : "domain") }
    }
    kind.raise(at: root)
    #expect(root.log.lines == ["code"])
    kind.unregister(root, .code)
    kind.raise(at: root)
    #expect(root.log.lines == ["code", "domain"])
    kind.unregister(root, .domain)
    #expect(kind.raise(at: root) == nil)
  }

  @Test(arguments: Upward.allCases)
  func `local sessions do not stop it`(kind: Upward) {
    let root = ProbeSession()
    let outer = root.localSession("outer")
    let leaf = outer.localSession("inner").child("leaf")
    kind.register(root)
    #expect(kind.raise(at: leaf) === root)
    kind.register(outer)
    #expect(kind.raise(at: leaf) === outer)
  }

  @Test func `kinds do not mix, even under one domain name`() {
    let root = ProbeSession()
    root.register(for: SharedError.a)
    root.register(for: SharedEvent.a)
    #expect(root.raise(SharedBubble.a) == nil)
    root.unregister(for: SharedError.a)
    root.register(for: SharedBubble.a)
    #expect(root.raise(SharedError.a) == nil)
    #expect(root.raise(SharedBubble.a) === root)
  }

  @Test func `errors are keyed by domain and code`() {
    let root = ProbeSession()
    root.register(for: PaymentErrors.declined)
    #expect(root.raise(NetworkErrors.badResponse) == nil)
    #expect(root.raise(PaymentErrors.declined) === root)
  }

  @Test func `a bubble tells its sender and its object`() {
    let root = ProbeSession()
    let child = root.child("child")
    root.register(for: MenuBubble.show) { bubble in
      #expect(bubble.sender === child)
      #expect(bubble.object as? Int == 7)
      #expect(bubble.is(MenuBubble.show))
      #expect(!bubble.is(MenuBubble.hide))
      #expect(bubble.as(MenuBubble.self) == .show)
      #expect(bubble.as(AppEvent.self) == nil)
      #expect(!bubble.isTest)
      root.log("handled")
    }
    child.raise(MenuBubble.show, with: 7)
    #expect(root.log.lines == ["handled"])
  }

  @Test func `an error tells its label, its context and what lies under it`() {
    struct Timeout: Error {}
    let root = ProbeSession()
    root.register(forAll: NetworkErrors.self) { error in
      #expect(error.underlying is Timeout)
      #expect(error.as(NetworkErrors.self) == .badToken)
      root.log(error.description)
    }
    root.raise(NetworkErrors.badToken, underlying: Timeout(), context: "the token has expired")
    #expect(root.log.lines == ["NetworkErrors.101 (badToken): the token has expired"])
  }

  @Test func `an error that was made before, or handled before, is raised on`() {
    let root = ProbeSession()
    let child = root.child("child")
    root.register(for: NetworkErrors.badToken)
    child.register(for: NetworkErrors.badToken) { [unowned child] error in
      child.parent?.raise(error)
    }
    #expect(child.raise(ModelError(NetworkErrors.badToken)) === child)
    #expect(root.log.lines == ["root error NetworkErrors.101"])
  }

  @Test(arguments: Upward.allCases)
  func `a handler may remove the raiser, itself or its parent`(kind: Upward) {
    for removed in ["leaf", "middle", "top"] {
      let root = ProbeSession()
      let top = root.child("top")
      let middle = top.child("middle")
      let leaf = middle.child("leaf")
      kind.register(middle) {
        root.subtree.first { $0.label == removed }?.removeFromParent()
        root.log("handled")
      }
      #expect(kind.raise(at: leaf) === middle)
      #expect(root.log.lines == ["handled"])
      #expect(!names(root.subtree).contains(removed))
    }
  }
}
