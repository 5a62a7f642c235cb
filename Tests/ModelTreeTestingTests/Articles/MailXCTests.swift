// MailXCTests.swift: the same in XCTest.
import ModelTree
import ModelTreeTesting
import XCTest

nonisolated final class MailXCTests: XCTestCase {
  @MainActor
  func testASessionOpensWithAnEmptyInbox() async {
    let session = MailSession()
    session.open()
    expectTree(session, matchesSpecAt: "Specs/mail.treespec")
  }
}
