import Foundation

/// A walk through an app that can be played again.
package struct Scenario {
  package let name: String
  package let help: String
  package let steps: [String]
  /// The file in `samples/dumps` that keeps the tree; nil where none does.
  package let dump: String?
  /// After how many steps the tree is kept.
  let dumpStep: Int
  /// The file in `samples/journals` that keeps what happens; nil where none does.
  package let journal: String?

  /// - Parameters:
  ///   - dump: the name of the file that keeps the tree, without its extension.
  ///   - step: after how many steps; at the end where it is left out.
  ///   - journal: the name of the file that keeps what happens, without its extension.
  package init(
    _ name: String, _ help: String, _ steps: [String], dump: String? = nil, after step: Int? = nil,
    journal: String? = nil
  ) {
    self.name = name
    self.help = help
    self.steps = steps
    self.dump = dump.map { "\($0).json" }
    dumpStep = step ?? steps.count
    self.journal = journal.map { "\($0).journal" }
  }

  /// The scenario with a name, or else the lines of a file.
  ///
  /// - Throws: `UserError` where there is neither.
  package static func named(_ name: String, among all: [Scenario]) throws -> Scenario {
    if let scenario = all.first(where: { $0.name == name }) { return scenario }
    guard let text = try? String(contentsOfFile: name, encoding: .utf8) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UserError(
        "there is no scenario '\(name)', and no text file; the scenarios are \(names)")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return Scenario(name, "", lines.map(String.init))
  }

  /// Does every step as soon as the one before has been answered, up to `quit`.
  ///
  /// - Throws: the error of the first step that cannot be done.
  @MainActor
  package func play(in app: some SampleApp) async throws { try await play(steps, in: app) }

  /// The same, up to the step whose tree is kept.
  @MainActor
  package func playToDump(in app: some SampleApp) async throws {
    try await play(stepsToDump, in: app)
  }

  /// The steps up to the one whose tree is kept.
  var stepsToDump: [String] { Array(steps.prefix(dumpStep)) }

  @MainActor
  private func play(_ steps: [String], in app: some SampleApp) async throws {
    for (index, step) in steps.enumerated() {
      if step == "quit" { return }
      if !step.isEmpty, !step.hasPrefix("#") { app.output("> \(step)") }
      do {
        guard try await app.type(step) else { return }
      } catch {
        throw app.located(error, line: index + 1)
      }
      await app.settle()
    }
  }
}
