import ExamMasterModels
import ModelTree
import ModelTreeTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The clock of a session` {
  @Test func `is the one by which the server answers`() async throws {
    let (session, clock) = (AppAnonymousSession(), ManualClock())
    session.clock = clock
    session.open()
    let signIn = try #require(session.subtree.lazy.compactMap { $0 as? SignInModel }.first)
    signIn.form.enter(userName: "ann")
    try signIn.submit()
    while clock.nextDeadline == nil { await Task.yield() }
    await clock.advance(by: .milliseconds(99))
    #expect(session.isOpen)
    await clock.advance(by: .milliseconds(1))
    while session.isOpen { await Task.yield() }
  }
}
