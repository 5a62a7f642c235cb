import Foundation

/// The folders that replace a platform's own software.
struct StandIns: Sendable {
  /// The folder of the compiler's own modules.
  let resources: String
  /// The folder of C headers that aren't the compiler's.
  let headers: String
  /// The folder whose `usr/include` contains the system's headers.
  let sdk: String
  /// The folder for the package's modules.
  let modules: String
  let cache: String
}

extension Platform {
  /// Creates the folders.
  ///
  /// The toolchain's modules for this system contain the availability of each declaration on all
  /// systems. Copies with an exchanged target serve for the others; in them, the C library's module
  /// is called `CLibc`, so that `canImport` gives the right answer.
  func makeStandIns(_ options: Options) throws -> StandIns {
    let folder = "\(options.scratch)/\(name)"
    let standIns = StandIns(
      resources: "\(folder)/resources", headers: "\(folder)/headers", sdk: "\(folder)/sdk",
      modules: "\(folder)/modules", cache: "\(options.scratch)/cache")
    let files = FileManager.default
    if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
    for path in [
      "\(standIns.resources)/\(self.folder)", standIns.headers, "\(standIns.sdk)/usr",
      standIns.modules,
    ] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let own = "\(options.toolchain)/lib/swift"
    for name in ["shims", "clang", "host"] {
      try files.createSymbolicLink(
        atPath: "\(standIns.resources)/\(name)", withDestinationPath: "\(own)/\(name)")
    }
    if let version = versionAsOnPhones {
      // What iOS has since this version counts there, too. The compiler asks for all three keys.
      let settings = """
        {"Version": "1.0", "MaximumDeploymentTarget": "1.0.99",
         "VersionMap": {"iOS_xrOS": {"\(version)": "1.0"}}}
        """
      try settings.write(
        toFile: "\(standIns.sdk)/SDKSettings.json", atomically: false, encoding: .utf8)
    }
    try copyModules(from: "\(own)/linux", of: options, to: standIns)
    try makeHeaders(options, standIns)
    try compileLibraryModules(options, standIns)
    return standIns
  }

  private func copyModules(
    from own: String, of options: Options, to standIns: StandIns
  ) throws {
    let files = FileManager.default
    let modules = "\(standIns.resources)/\(folder)"
    for name in try files.contentsOfDirectory(atPath: own).sorted() {
      if name.hasSuffix(".swiftcrossimport") {
        try files.copyItem(atPath: "\(own)/\(name)", toPath: "\(modules)/\(name)")
      }
      guard name.hasSuffix(".swiftmodule"), name != "Glibc.swiftmodule" else { continue }
      let module = "\(own)/\(name)/\(Self.ownTarget)"
      try files.createDirectory(
        atPath: "\(modules)/\(name)", withIntermediateDirectories: true)
      if var bytes = files.contents(atPath: "\(module).swiftmodule") {
        try retarget(&bytes)
        try bytes.write(to: URL(filePath: "\(modules)/\(name)/\(file).swiftmodule"))
      } else {
        let text = try String(contentsOfFile: "\(module).swiftinterface", encoding: .utf8)
          .replacing(Self.ownTarget, with: target)
        let copy = "\(modules)/\(name)/\(file).swiftinterface"
        try text.write(toFile: copy, atomically: false, encoding: .utf8)
      }
    }
    for name in ["ArgumentParser", "ArgumentParserToolInfo", "FlyingSocks"] {
      guard var bytes = files.contents(atPath: "\(options.modules)/\(name).swiftmodule") else {
        throw PlatformsError("there is no module \(name) in \(options.modules)")
      }
      try retarget(&bytes)
      try bytes.write(to: URL(filePath: "\(standIns.modules)/\(name).swiftmodule"))
    }
  }

  /// Replaces names in a module with others of the same length.
  private func retarget(_ module: inout Data) throws(PlatformsError) {
    for (name, other) in [(Self.ownTarget, moduleTarget), ("Glibc", "CLibc")] {
      guard name.utf8.count == other.utf8.count else {
        throw PlatformsError("'\(other)' is not as long as '\(name)'")
      }
      var start = module.startIndex
      while let range = module.range(of: Data(name.utf8), in: start..<module.endIndex) {
        module.replaceSubrange(range, with: Data(other.utf8))
        start = range.upperBound
      }
    }
  }

  private func makeHeaders(_ options: Options, _ standIns: StandIns) throws {
    let files = FileManager.default
    let header = "\(options.standIns)/\(kind == .apple ? "Darwin" : "Musl").h"
    var map = "module SwiftCLibc [system] { header \"\(header)\" export * }\n"
    // Modules that the copied ones import, but no code here uses.
    var empty = [
      "CDispatch", "CoreFoundation", "CSystemLinux", "Dispatch", "_CFURLSessionInterface",
      "_CFXMLInterface", "_FoundationCShims", "_FoundationICU", "_foundation_unicode",
    ]
    if kind == .apple { empty += ["MachO"] }
    for name in empty { map += "module \(name) { export * }\n" }
    try map.write(
      toFile: "\(standIns.headers)/module.modulemap", atomically: false, encoding: .utf8)
    // The headers of the kernel.
    let links = kind == .musl ? ["linux", "asm-generic", "x86_64-linux-gnu/asm"] : []
    for name in links {
      let path = "\(standIns.headers)/\(URL(filePath: name).lastPathComponent)"
      try files.createSymbolicLink(
        atPath: path, withDestinationPath: "/usr/include/\(name)")
    }
    let system = "\(standIns.sdk)/usr/include"
    guard kind == .apple else {
      try files.createSymbolicLink(
        atPath: system, withDestinationPath: "/usr/include/x86_64-linux-musl")
      return
    }
    for name in [
      "assert", "crt_externs", "ctype", "dlfcn", "errno", "fcntl", "inttypes", "langinfo", "limits",
      "locale", "math",
      "poll", "pthread", "signal", "spawn", "stdio", "stdlib", "string", "sys/ioctl", "sys/types",
      "sys/wait",
      "termios", "time", "unistd", "wchar", "wctype",
    ] {
      let path = "\(system)/\(name).h"
      try files.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false),
        withIntermediateDirectories: true)
      try "#include \"\(header)\"\n".write(toFile: path, atomically: false, encoding: .utf8)
    }
  }

  /// Compiles the Swift parts of the platform's own modules.
  private func compileLibraryModules(_ options: Options, _ standIns: StandIns) throws {
    var sources = ["CLibc", kind == .apple ? "Darwin" : "Musl"]
    if kind == .apple { sources += ["ObjectiveC", "XCTest"] }
    for module in sources {
      let path = "\(standIns.resources)/\(folder)/\(module).swiftmodule"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let (isCompiled, words) = try run(
        "\(options.toolchain)/bin/swiftc",
        arguments(standIns, module: "\(path)/\(file).swiftmodule") + [
          "-module-name", module, "-parse-as-library",
          "-swift-version", "5", "\(options.standIns)/\(module).swift",
        ], in: options.standIns)
      guard isCompiled else {
        throw PlatformsError("the stand-in for \(module) on \(name):\n\(words)")
      }
    }
  }

  /// The arguments of every call of the compiler for the platform.
  ///
  /// - Parameter module: the file of the module to make; nil to check types alone.
  func arguments(_ standIns: StandIns, module: String?) -> [String] {
    ["-frontend"] + (module.map { ["-emit-module", "-o", $0] } ?? ["-typecheck"]) + [
      "-target", target, "-sdk", standIns.sdk,
      "-resource-dir", standIns.resources, "-module-cache-path", standIns.cache,
      "-I", standIns.modules, "-I", standIns.headers,
      // The copies aren't made for Objective-C, and refer to functions that the stand-ins lack.
      "-disable-objc-interop", "-Xllvm", "-sil-disable-pass=mandatory-linker",
      "-plugin-path", "\(standIns.resources)/host/plugins", "-suppress-warnings",
    ]
  }
}
