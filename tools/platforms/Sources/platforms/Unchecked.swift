import Foundation

/// Parts of the sources that have no stand-in.
struct Unchecked {
  let text: String

  init(in package: PackageDescription) throws {
    let known: Set = [
      "Darwin", "Dispatch", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "ObjectiveC",
      "Testing", "XCTest",
    ]
    var files: [String: Set<String>] = [:]
    for target in package.sorted {
      for source in target.sources where source.hasSuffix(".swift") {
        let path = "\(target.path)/\(source)"
        let code = try String(contentsOfFile: "\(package.path)/\(path)", encoding: .utf8)
        for match in code.matches(of: /^ *#(?:if|elseif).*/.anchorsMatchLineEndings()) {
          for name in match.0.matches(of: /canImport\((\w+)\)/).map({ String($0.1) })
          where !known.contains(name) {
            files[name, default: []].insert(path)
          }
        }
      }
    }
    var lines = files.sorted { $0.key < $1.key }.map { name, paths in
      "behind canImport(\(name)): \(paths.sorted().joined(separator: ", "))"
    }
    lines += [
      "what Foundation, Testing and XCTest declare otherwise on Apple's systems than on Linux",
      "casts between Swift's types and Objective-C's, and what needs the trait Telemetry",
      "arm64 Linux, where C's characters have no sign; tests on other platforms than macOS",
      "linking, and what the code does when it runs",
    ]
    text = "not checked:\n" + lines.map { "  \($0)\n" }.joined()
  }
}
