import ArgumentParser
import Testing

@testable import TreeConsole

/// A command's description for completion: the parser's, and the types of the values.
@Suite struct `Command arguments` {
  private static let names = PromptCommands.names.filter { $0 != "help" }

  private func arguments(_ name: String) throws -> CommandArguments {
    try CommandArguments(of: #require(PromptCommands.command(named: name)))
  }

  private func type(_ item: CommandArguments.Item?) throws -> any CompletesInView.Type {
    guard case .inView(let type) = item?.values else {
      throw Missing()
    }
    return type
  }

  private struct Missing: Error {}

  @Test(arguments: names)
  func `every command can be described, and has help`(name: String) throws {
    let options = try arguments(name).options
    #expect(options.last?.names == ["-h", "--help"])
    #expect(options.allSatisfy { !$0.names.isEmpty })
  }

  @Test func `a value completes by its type, in a group of options and behind flags too`() throws {
    let trace = try arguments("trace")
    #expect(try type(trace.positionals.last) == MessageName.self)
    #expect(try type(trace.option("--from")) == ModelSelector?.self)
    let print = try arguments("print")
    #expect(try type(print.positionals.first) == ModelSelector?.self)
    let article = try arguments("printSessionTree")
    #expect(try type(article.option("--here")) == ModelSelector?.self)
    let render = try arguments("render")
    #expect(try type(render.option("--trace")) == [MessageWord].self)
    #expect(try type(render.option("--diff")) == TreeName?.self)
  }

  @Test func `what the parser itself knows of values is used`() throws {
    let render = try arguments("render")
    guard case .words(["dot", "svg", "png", "pdf", "mermaid"]) = render.option("--format")?.values,
      case .files(endings: []) = render.option("-o")?.values,
      case .any = render.option("--depth")?.values
    else { throw Missing() }
    #expect(render.option("--json")?.values == nil)
    #expect(render.option("--trace")?.takesSeveral == true)
    #expect(render.option("--depth")?.takesSeveral == false)
  }
}
