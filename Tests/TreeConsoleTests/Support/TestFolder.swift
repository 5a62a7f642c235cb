#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A temporary folder, gone with this object, in which the command is run.
final class TestFolder {
  enum Failure: Error {
    case system(call: String, path: String, code: Int32)
  }

  let path: String

  /// Makes the folder, with a dump in it as `tree.json`.
  init(dump: String = ExamMaster.dump) throws {
    var template = Array("/tmp/modeltree-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure.system(call: "mkdtemp", path: "/tmp", code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try write(dump, to: "tree.json")
  }

  deinit { Self.remove(path) }

  /// Where a file of the folder lies.
  func path(of name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(path(of: name), "w") else {
      throw Failure.system(call: "fopen", path: name, code: errno)
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Failure.system(call: "fwrite", path: name, code: errno)
    }
  }

  func makeFolder(_ name: String) throws {
    guard mkdir(path(of: name), 0o777) == 0 else {
      throw Failure.system(call: "mkdir", path: name, code: errno)
    }
  }

  func read(_ name: String) throws -> [UInt8] {
    guard let file = fopen(path(of: name), "r") else {
      throw Failure.system(call: "fopen", path: name, code: errno)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  func text(of name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// Everything in the folder, hidden files included, in order.
  var names: [String] { Self.names(in: path).sorted() }

  private static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    for name in names(in: path) { remove("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }
}
