import ArgumentParser
import Foundation
import TestSupport
import Testing
import TextIO

@testable import TreeConsole

/// The commands that a page or an agent's server runs.
@Suite struct `Files that a command names for a program` {
  /// An argument that takes a file, and a line with one in its place.
  private struct Place: CustomTestStringConvertible {
    var command: String
    /// `-` at the end where the argument is a positional one.
    var words: [String]

    var testDescription: String { ([command] + words).joined(separator: " ") }
  }

  private static let secret = "secret.txt"

  /// Each argument of each command that the parser's own description calls a file or a folder.
  private static let places: [Place] = PromptCommands.names.flatMap { name -> [Place] in
    guard let command = PromptCommands.command(named: name) else { return [] }
    let description =
      (try? JSONSerialization.jsonObject(with: Data(command._dumpHelp().utf8))) as? [String: Any]
    let arguments =
      (description?["command"] as? [String: Any])?["arguments"] as? [[String: Any]] ?? []
    let positionals = arguments.filter { $0["kind"] as? String == "positional" }
    return arguments.filter(takesFile).map { argument in
      if let place = positionals.firstIndex(where: {
        $0 as NSDictionary == argument as NSDictionary
      }) {
        return Place(
          command: name, words: positionals[..<place].map(filler) + [secret])
      }
      let names = argument["names"] as? [[String: Any]] ?? []
      let long = names.first { $0["kind"] as? String == "long" }?["name"] as? String ?? ""
      // A report is a format and its file.
      let value = argument["valueName"] as? String == "format[=file]" ? "junit=\(secret)" : secret
      return Place(
        command: name, words: ["--\(long)=\(value)"] + positionals.filter(isNeeded).map(filler))
    }
  }

  private static let tree = "tree.json"

  /// A value that an argument takes, and may have.
  private static func filler(_ argument: [String: Any]) -> String {
    if takesFile(argument) { return tree }
    let list = (argument["completionKind"] as? [String: Any])?["list"] as? [String: Any]
    return (list?["values"] as? [String])?.first ?? "1"
  }

  /// Whether an argument can stand without an option that it belongs to.
  private static func isNeeded(_ argument: [String: Any]) -> Bool {
    argument["valueName"] as? String != "type"
  }

  private static func takesFile(_ argument: [String: Any]) -> Bool {
    let completion = argument["completionKind"] as? [String: Any] ?? [:]
    let value = argument["valueName"] as? String ?? ""
    return completion["file"] != nil || completion["directory"] != nil || value.contains("file")
      || value.contains("folder")
  }

  /// Runs words in a folder, for a program that was started with some files.
  private func run(_ words: [String], files: [String]) throws -> CommandService.Answer {
    let target = try FileTarget(files[0])
    return CommandService(target: target, files: files).run(words)
  }

  @Test func `are many`() { #expect(Self.places.count > 30) }

  @Test(arguments: places.indices)
  func `are those that it was started with`(index: Int) throws {
    let place = Self.places[index]
    let folder = try TestFolder()
    let file = folder.path(of: Self.secret)
    try folder.write("password = 1234\n", to: Self.secret)
    let tree = folder.path(of: Self.tree)
    let words = place.words.map {
      $0.replacing(Self.secret, with: file).replacing(Self.tree, with: tree)
    }
    let answer = try run([place.command] + words, files: [tree])
    #expect(answer.status == .wrong, "\(place)")
    #expect(
      answer.notes.map(\.string) == [
        "'\(file)' isn't open here; start the server with it, or run the command in a terminal"
      ], "\(place)")
    #expect(answer.bytes == [], "\(place)")
    #expect(try folder.text(of: Self.secret) == "password = 1234\n")
    #expect(folder.names == [Self.secret, "tree.json"])
  }

  @Test(arguments: [
    ["diff", "-"], ["diff", "@Other"], ["check", "-"], ["check", "../secret.txt"],
    ["lint", "--baseline", "-"], ["lint", "--with", "/dev/zero"], ["render", "--diff", "-"],
    ["check", "tree.treespec", "/etc/passwd"],
  ])
  func `are no others, also by other names`(words: [String]) throws {
    let folder = try TestFolder()
    let answer = try run(words, files: [folder.path(of: "tree.json")])
    #expect(answer.status == .wrong)
    #expect(answer.bytes == [])
    #expect(answer.notes.count == 1 && answer.notes[0].string.contains("isn't open here"))
  }

  @Test func `are read where it was started with them`() throws {
    let folder = try TestFolder()
    let (tree, spec) = (folder.path(of: "tree.json"), folder.path(of: "tree.treespec"))
    try folder.write(folder.modeltree("print", "tree.json", "--as-spec").text, to: "tree.treespec")
    #expect(try run(["check", "--json", "--", spec], files: [tree, spec]).status == .done)
    #expect(try run(["diff", tree], files: [tree]).status == .done)
    #expect(try run(["print", "-o", "-"], files: [tree]).status == .done)
  }
}
