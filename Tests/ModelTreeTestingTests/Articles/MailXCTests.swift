// MailXCTests.swift: the same in XCTest.
import ModelTree
import ModelTreeTesting
import XCTest

final class MailXCTests: XCTestCase {
  func testASessionOpensWithAnEmptyInbox() {
    let session = MailSession()
    session.open()
    expectTree(session, matchesSpecAt: "Specs/mail.treespec")
  }
}
