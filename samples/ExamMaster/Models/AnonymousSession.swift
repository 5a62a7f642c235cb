import ModelTree

/// The session without a signed-in user.
package final class AppAnonymousSession: Session {
  package init(file: StaticString = #fileID, line: UInt = #line) {
    super.init(file: file, line: line)
  }

  package override func createServices() { provide(AuthorizationClient(clock: clock)) }

  package override func sessionDidLoad() { pushChildSignal.sendNext(LoginFlow(parent: self)) }
}

/// Signing in, and registration beside it.
package final class LoginFlow: Model {
  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    register(for: ApplicationErrors.onlyLettersAllowed)
    _ = SignInModel(parent: self)
  }

  /// Opens the registration, unless it is open.
  package func showRegistration() {
    if children.contains(where: { $0 is RegistrationModel }) { return }
    pushChildSignal.sendNext(RegistrationModel(parent: self))
  }
}

/// A screen that asks for a user name and then signs in with it.
package class CredentialsModel: Model {
  package private(set) lazy var form = AuthorizationFormModel(parent: self)

  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    _ = form
  }

  /// Signs in with the name in the form, if it is one. The session closes when the answer comes.
  package func submit() throws(MissingServiceError) {
    guard form.isValid else { return }
    let client: AuthorizationClient = try service()
    task(orRaise: NetworkErrors.badResponse) { [userName = form.userName] in
      try await client.signIn(userName: userName)
    } then: { model, credentials in
      model.session?.close(with: credentials)
    }
  }
}

/// The screen for users with an account.
package final class SignInModel: CredentialsModel {}

/// The screen for users without an account.
package final class RegistrationModel: CredentialsModel {}

/// A user name and whether it may be one: a submodel that two screens use.
package final class AuthorizationFormModel: Model {
  package private(set) var userName = ""

  package override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(parent: parent, file: file, line: line)
    mayRaise(ApplicationErrors.onlyLettersAllowed)
  }

  package override var state: KeyValuePairs<String, String> { ["userName": userName] }

  /// Whether the name can be sent.
  package var isValid: Bool { !userName.isEmpty && userName.allSatisfy(\.isLetter) }

  /// Takes what was typed; anything but letters raises an error, which leaves the name as it was.
  package func enter(userName: String) {
    guard userName.allSatisfy(\.isLetter) else {
      raise(ApplicationErrors.onlyLettersAllowed, context: "'\(userName)' is no user name")
      return
    }
    self.userName = userName
  }
}
