import Foundation
import Synchronization

/// One run over all platforms and modules.
final class Check: Sendable {
  private struct Results {
    var faults: [(place: Int, words: String)] = []
    /// By platform: the modules that can't be checked completely.
    var missing: Set<String> = []
    var failure: String?
  }

  private let package: PackageDescription
  private let options: Options
  private let results = Mutex(Results())

  init(_ package: PackageDescription, _ options: Options) {
    self.package = package
    self.options = options
  }

  /// Checks everything, prints the problems, and returns whether there are none.
  func run() throws -> Bool {
    let platforms = Platform.all.filter { $0.name.hasPrefix(options.only) }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    var place = 0
    for platform in platforms {
      let standIns = try platform.makeStandIns(options)
      var operations: [String: Operation] = [:]
      for target in package.sorted where platform.has(target) {
        place += 1
        let operation = BlockOperation { [place] in
          self.compile(target, for: platform, with: standIns, place)
        }
        for name in target.target_dependencies ?? [] {
          if let needed = operations[name] { operation.addDependency(needed) }
        }
        operations[target.name] = operation
      }
      print("\(platform.name): \(operations.count) modules for \(platform.target)")
      queue.addOperations(Array(operations.values), waitUntilFinished: false)
    }
    queue.waitUntilAllOperationsAreFinished()
    let results = results.withLock { $0 }
    if let failure = results.failure { throw PlatformsError(failure) }
    for fault in results.faults.sorted(by: { $0.place < $1.place }) { print(fault.words) }
    print(try Unchecked(in: package).text)
    return results.faults.isEmpty
  }

  private func compile(
    _ target: PackageDescription.Target, for platform: Platform, with standIns: StandIns,
    _ place: Int
  ) {
    let needed = (target.target_dependencies ?? []).map { "\(platform.name) \($0)" }
    let isPossible = results.withLock { results in
      guard results.missing.isDisjoint(with: needed) else {
        results.missing.insert("\(platform.name) \(target.name)")
        return false
      }
      return true
    }
    guard isPossible else { return }
    do {
      let (isCompiled, words) = try platforms.run(
        "\(options.toolchain)/bin/swiftc", try arguments(target, platform, standIns),
        in: package.path)
      guard !isCompiled else { return }
      results.withLock { results in
        results.missing.insert("\(platform.name) \(target.name)")
        results.faults.append((place, "\(platform.name), \(target.name):\n\(words)"))
      }
    } catch {
      results.withLock { $0.failure = "\(error)" }
    }
  }

  private func arguments(
    _ target: PackageDescription.Target, _ platform: Platform, _ standIns: StandIns
  ) throws -> [String] {
    // What no other module imports, such as tests, is checked further where it is built.
    let isImported = package.targets.contains {
      $0.target_dependencies?.contains(target.name) == true
    }
    var arguments = platform.arguments(
      standIns, module: isImported ? "\(standIns.modules)/\(target.c99name).swiftmodule" : nil)
    arguments += [
      "-module-name", target.c99name,
      "-package-name", "model_tree", "-swift-version", "6", "-enable-testing",
      // The trait that is on by default.
      "-D", "Command",
    ]
    // As in the package's description of each module.
    for feature in [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
      "NonisolatedNonsendingByDefault",
    ] {
      arguments += ["-enable-upcoming-feature", feature]
    }
    let modelTests: Set = ["ModelTreeTests", "ModelTreeInspectorTests", "ModelTreeTestingTests"]
    if modelTests.contains(target.name) {
      arguments += ["-default-isolation", "MainActor"]
    }
    for map in package.targets.compactMap(\.moduleMap) {
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    if !target.sources.contains("main.swift") { arguments.append("-parse-as-library") }
    arguments += target.sources.map { "\(target.path)/\($0)" }
    return arguments
  }
}
