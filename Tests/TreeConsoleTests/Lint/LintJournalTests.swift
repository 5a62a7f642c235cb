import ModelTree
import TestSupport
import Testing

/// Lint's answers about a journal, which knows more than its last tree.
@Suite @MainActor struct `Lint of a journal` {
  private enum Shop: String, GlobalEventName { case sold }

  @Test func `an event that came before its receiver registered is found, and its records named`()
    throws
  {
    let folder = try TestFolder()
    let journal = try Journal(bytes: 1 << 16, file: folder.path(of: "shop.journal"))
    let session = Session()
    session.record(in: journal)
    session.open()
    let (cart, badge) = (Model(parent: session), Model(parent: session))
    cart.raise(Shop.sold)
    badge.register(for: Shop.sold) { _ in }
    let line = #line - 1
    let answer = try folder.modeltree("lint", "shop.journal")
    #expect(
      answer.text.hasPrefix(
        """
        warning: missed-event
          /Session/Model[2] #3  LintJournalTests.swift:\(line)
            event Shop.sold was raised (#4) before this model registered for it (#6)

        """), "\(answer)")
    #expect(answer.status == 1)
    #expect(answer.errors == "")
    withExtendedLifetime(session) {}
  }
}
