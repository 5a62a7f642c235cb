import Foundation

/// C headers of this machine, compared with declarations of our own.
extension Tool {
  /// The folder of this package.
  package static let packageFolder = URL(filePath: #filePath)
    .appending(path: "../../..").standardized.path(percentEncoded: false)

  /// Whether the compiler is there, and accepts C text; for `.enabled(if:)`.
  package static func compiles(_ text: String) -> Bool {
    isInstalled("clang") && (try? compilerErrors(text)) == ""
  }

  /// What the compiler says against C text, except that functions aren't used.
  package static func compilerErrors(_ text: String) throws -> String {
    let arguments = ["-fsyntax-only", "-std=gnu11", "-Wno-everything"]
    let pointers = [
      "int-conversion", "incompatible-pointer-types", "incompatible-function-pointer-types",
    ]
    let outcome = try Tool("clang")?.run(
      arguments + pointers.map { "-Werror=\($0)" } + ["-x", "c"], input: Array(text.utf8))
    return outcome?.errors ?? ""
  }
}
