import ArgumentParser
import TextIO

/// Sets or shows what holds for the lines that follow.
struct SetOption: AnsweringCommand {
  static let commandName = "set"
  static let abstract = "Choose what holds for the lines that follow; 'set' alone lists it."
  static let explanation: String? = PromptSettings.Name.allCases
    .map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n")
  static let examples = ["", "limit 20", "pager off", "timing on"]

  @Argument(
    help: "What to set.", completion: .list(PromptSettings.Name.allCases.map(\.rawValue)))
  var name: String?

  @Argument(help: "Its value.", completion: .list(["on", "off", "all"]))
  var value: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    if let name, let value { return try context.session.settings.set(name, to: value) }
    let names = PromptSettings.Name.allCases.filter { name == nil || $0.rawValue == name }
    guard !names.isEmpty else {
      var settings = context.session.settings
      return try settings.set(name ?? "", to: "")
    }
    let settings = context.session.settings
    output.answer(to: context.output) {
      .object { json in for name in names { json.write(name.rawValue, settings.value(of: name)) } }
    } text: { text in
      for name in names {
        text.append(SafeText(name.rawValue), width: 8)
        text.append(SafeText(settings.value(of: name)), width: 10)
        text.line(name.help, .dim)
      }
    }
  }
}
