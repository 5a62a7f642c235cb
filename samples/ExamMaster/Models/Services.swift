import ModelTree

/// Something that a service failed at.
package typealias Answer<Value> = (Result<Value, ModelError>) -> Void

/// A server that answers 0.1 s after it was asked, and forgets what it was asked once it is closed.
package class DelayedService: Service {
  private let isolation: TreeIsolation
  private var requests: [DelayedWork] = []

  /// Tells how many requests wait for their answers.
  package let pendingCount = ObservableValue(0)

  init(isolation: TreeIsolation) { self.isolation = isolation }

  package func prepareToClose() {
    for request in requests { request.cancel() }
    requests = []
    pendingCount.value = 0
  }

  func answer(_ work: @escaping () -> Void) {
    pendingCount.value += 1
    let request = isolation.after(.milliseconds(100)) { [weak self] in
      work()
      self?.requestDidEnd()
    }
    requests.append(request)
  }

  private func requestDidEnd() {
    requests.removeAll { !$0.isPending }
    if pendingCount.value > 0 { pendingCount.value -= 1 }
  }
}

/// Signs users in and up.
package final class AuthorizationClient: DelayedService {
  func signIn(userName: String, answer: @escaping Answer<Credentials>) {
    self.answer {
      answer(
        .success(
          Credentials(userID: "user-\(userName)", userName: userName, token: "token-\(userName)")))
    }
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

  func subjects(answer: @escaping Answer<[String]>) {
    self.answer { answer(.success(Self.subjects)) }
  }

  /// The topics of Physics cannot be read, and asking for those of English shows that the token has
  /// expired.
  func topics(of subject: String, answer: @escaping Answer<[String]>) {
    self.answer {
      if let topics = Self.topics[subject] {
        answer(.success(topics))
      } else if subject == "English" {
        answer(.failure(ModelError(NetworkErrors.badToken, context: "the token has expired")))
      } else {
        answer(
          .failure(ModelError(NetworkErrors.badResponse, context: "no topics of \(subject)")))
      }
    }
  }
}
