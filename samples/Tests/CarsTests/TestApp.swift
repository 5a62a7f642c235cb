import CarsModels
import SampleApps
import Testing

@testable import Cars

/// An app with the sample garage, and what it printed.
@MainActor
final class TestApp {
  private(set) var printed: [String] = []
  let opened: OpenStorage
  private(set) lazy var app = CarsApp(storage: opened.storage) { [unowned self] in
    printed.append($0)
  }

  /// Starts an app, and waits for its first answer.
  init(_ kind: StorageKind = .memory, isEmpty: Bool = false) async throws {
    opened = try kind.open()
    if !isEmpty { try await SampleGarage.fill(opened.storage) }
    await app.start()
    await app.settle()
  }

  var storage: FailingStorage { app.storage }
  var router: AppRouter { app.router }
  var front: Screen? { router.front }

  /// Does what is typed, each time waiting for the answers.
  func perform(_ lines: String...) async throws {
    for line in lines {
      try app.perform(line)
      await app.settle()
    }
  }

  /// The links of the screens of a router, the front one last.
  func links(_ router: any Router) -> [String] {
    router.navigation.screens.map { "\($0.link)" }
  }
}

extension Screen {
  /// The state in words, and the first line of the view.
  var summary: String {
    let name =
      switch state {
      case .loading: "loading"
      case .failed: "error"
      case .empty: "empty"
      case .loaded: "loaded"
      }
    return "\(name): \(controller.view.lines.first ?? "")"
  }
}
