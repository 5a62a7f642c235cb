import Foundation
import ProfileModels
import Testing

/// A loader whose answers a test gives, when it wants to.
@MainActor
final class HeldLoader: DataLoader {
  private var waiting: [CheckedContinuation<Result<Data, LoadError>, Never>] = []
  /// How often it was asked.
  private(set) var askedCount = 0

  func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data {
    askedCount += 1
    let result = await withCheckedContinuation { waiting.append($0) }
    return try result.get()
  }

  /// Answers the oldest load that waits, as soon as there is one, and lets it arrive.
  func answer(_ result: Result<User, LoadError>) async throws {
    try #require(await comes { !waiting.isEmpty })
    let data: Result<Data, LoadError> =
      switch result {
      case .success(let user): .success(try JSONEncoder().encode(user))
      case .failure(let error): .failure(error)
      }
    waiting.removeFirst().resume(returning: data)
    for _ in 0..<20 { await Task.yield() }
  }
}

/// Whether something comes true while others on the main actor go on; not for longer than a second.
@MainActor
func comes(_ isTrue: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(1)
  while !isTrue(), ContinuousClock.now < end { await Task.yield() }
  return isTrue()
}

/// What a controller reported, in order.
@MainActor
final class Log {
  var lines: [String] = []
}

/// Notes each change with the user's name at that moment.
@MainActor
final class NotingObserver: UserModelControllerObserver {
  private let name: String
  private let log: Log
  var next: (() -> Void)?

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func userModelControllerDidUpdate(_ controller: UserModelController) {
    log.lines.append("\(name): \(controller.displayName)")
    next?()
  }
}

extension User {
  static func sample(
    _ firstName: String = "Anna", groups: Set<Group> = ["swift"],
    permissions: Set<Permission> = [.comments]
  ) -> User {
    User(firstName: firstName, lastName: "Lee", age: 31, groups: groups, permissions: permissions)
  }
}
