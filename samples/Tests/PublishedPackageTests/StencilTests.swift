import Stencil
import Testing
import TreeObjects
import TreeSnapshot

/// Templates of Stencil, whose nodes are classes private to it.
@Suite struct `The nodes of a template` {
  @Test func `a parsed template is a tree`() throws {
    let template = Template(
      templateString: """
        {% for chapter in book.chapters %}
        <h1>{{ chapter.title }}</h1>
        {% if chapter.isNew %}<b>new</b>{% else %}{{ chapter.date }}{% endif %}
        {% endfor %}
        """)
    let nodes = try TokenParser(tokens: template.tokens, environment: Environment()).parse()
    let loop = try #require(nodes.first) as AnyObject
    let snapshot = Snapshot(
      of: loop, name: "Stencil", adapters: [.reflecting(excluding: [Token.self])])
    #expect(
      snapshot.text() == """
        ──ForNode
           ├─FilterExpression "resolvable"
           ├─TextNode
           ├─VariableNode
           │   └─VariableExpression "variable"
           │      └─FilterExpression "variable"
           ├─TextNode
           ├─IfNode
           │   ├─IfCondition
           │   │   ├─VariableExpression "expression"
           │   │   │   └─FilterExpression "variable"
           │   │   └─TextNode
           │   └─IfCondition
           │      └─VariableNode
           │         └─VariableExpression "variable"
           │            └─FilterExpression "variable"
           └─TextNode

        """)
    #expect(
      snapshot[5].state == [
        StateEntry(key: "filters", value: "[]"),
        StateEntry(key: "variable", value: "Variable(variable: chapter.title)"),
      ])
    #expect(snapshot.root.state.first { $0.key == "token" }?.value == "Token")
  }
}
