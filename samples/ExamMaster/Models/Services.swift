import ModelTree

/// A server that answers 0.1 s after it is asked.
package class DelayedService: Service {
  /// The number of requests that wait for their answers.
  package let pendingCount = ObservableValue(0)
  private let clock: any Clock<Duration>

  /// - Parameter clock: the time that passes until an answer.
  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Waits as long as a network would. A request whose model leaves is cancelled with it.
  func respond(after time: Duration = .milliseconds(100)) async throws {
    pendingCount.value += 1
    defer { pendingCount.value -= 1 }
    try await clock.sleep(for: time)
  }
}

/// Signs users in and up.
package final class AuthorizationClient: DelayedService {
  func signIn(userName: String) async throws -> Credentials {
    try await respond()
    return Credentials(
      userID: "user-\(userName)", userName: userName, token: "token-\(userName)")
  }
}

/// Knows subjects and topics.
package final class APIClient: DelayedService {
  static let subjects = ["Math", "Chemistry", "History", "Physics", "English"]

  private static let topics = [
    "Math": ["Algebra", "Geometry", "Calculus"],
    "Chemistry": ["Acids", "Metals", "Polymers"],
    "History": ["Antiquity", "Middle Ages", "Modern Times"],
  ]

  /// How many questions of an exam the server takes with its confirmation.
  package static let quickQuestions = 100
  /// How many it takes at all.
  private static let mostQuestions = 300

  /// Sends the questions of an exam, which takes long.
  func upload(_ exam: Exam) async throws {
    try await respond(after: .milliseconds(2_500))
    if exam.questions > Self.mostQuestions {
      throw ModelError(
        UploadErrors.rejected, context: "an exam has at most \(Self.mostQuestions) questions")
    }
  }

  func subjects() async throws -> [String] {
    try await respond()
    return Self.subjects
  }

  /// The topics of Physics cannot be read, and asking for those of English shows that the token has
  /// expired.
  func topics(of subject: String) async throws -> [String] {
    try await respond()
    if let topics = Self.topics[subject] { return topics }
    throw subject == "English"
      ? ModelError(NetworkErrors.badToken, context: "the token has expired")
      : ModelError(NetworkErrors.badResponse, context: "no topics of \(subject)")
  }
}
