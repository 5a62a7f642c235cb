import Foundation
import ModelTree
import TestSupport
import Testing
import TreeSnapshot
import TreeSpec

@testable import ModelTreeTesting

@Suite(.takingFoundIssues) struct `Expecting a tree` {
  private let shop = openShop()

  @Test func `a tree that is what its spec says passes, with the header or without`() {
    #expect(
      expectTree(
        shop,
        matches: """
          ShopSession [session]
            CartModel
            CheckoutFlow
              PaymentModel
          error PaymentErrors.expired from ** => ShopSession
          """))
    #expect(
      expectTree(
        shop,
        matches: """
          # The header may be anywhere among comments.
          tree-spec 1 "the shop"
          ShopSession
            CartModel
            ...
          """))
  }

  @Test func `a model is compared with what is below it, a snapshot as a whole tree`() {
    #expect(expectTree(shop.flow, matches: "CheckoutFlow\n  PaymentModel"))
    #expect(expectTree(shop.snapshot(name: "Shop"), matches: "limit nodes = 4"))
  }

  @Test func `a mismatch is reported at the caller's line, as the command shows it`() throws {
    let tree = shop.snapshot(name: "Shop")
    let text = """
      ShopSession [session]
        CartModel
        ReceiptModel
      error PaymentErrors.expired from CartModel => CartModel
      """
    let line = #line + 2
    let issue = FoundIssue.of {
      #expect(!expectTree(tree, matches: text))
    }
    let found = try #require(issue)
    #expect(found.line == line)
    #expect(found.fileName == "ExpectTreeTests.swift")
    let run = SpecRun(
      spec: "inline spec", dump: "Shop",
      findings: try Spec(text, name: "inline spec", form: .inline).check(tree))
    #expect(run.count(.failed) == 2)
    #expect(
      found.text == """
        \(run.text)The tree is attached as \
        a-mismatch-is-reported-at-the-caller-s-line-as-the-command-shows-it.json; \
        'swift test --attachments-path FOLDER' keeps it in an existing folder.
        """)
  }

  @Test func `lines are counted in the text as it is`() throws {
    let issue = FoundIssue.of {
      expectTree(
        shop,
        matches: """

          ShopSession
            ...
          error PaymentErrors.declined from PaymentModel => ShopSession
          """)
    }
    let text = try #require(issue).text
    #expect(text.contains("\n  line 4  error PaymentErrors.declined from PaymentModel"))
  }

  @Test func `a spec that is wrong fails with its carets`() throws {
    let line = #line + 2
    let issue = FoundIssue.of {
      expectTree(shop, matches: "ShopSession [sesion]")
    }
    let found = try #require(issue)
    #expect(found.line == line)
    #expect(
      found.text == """
        inline spec:1:14: unknown attribute 'sesion'; did you mean 'session'?
          ShopSession [sesion]
                       ^^^^^^
        """)
  }

  @Test func `no tree is no match`() throws {
    let missing: Model? = nil
    let issue = FoundIssue.of { expectTree(missing, matches: "Session") }
    #expect(try #require(issue).text == "The tree to check is nil.")
  }

  // MARK: Files

  @Test func `a spec's file lies beside the test, or anywhere`() {
    #expect(expectTree(shop, matchesSpecAt: "Specs/shop.treespec"))
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Specs/shop.treespec").path()
    #expect(expectTree(shop.snapshot(), matchesSpecAt: path))
  }

  @Test func `a mismatch with a file says how to take the tree into the file`() throws {
    shop.flow.removeFromParent()
    let line = #line + 2
    let issue = FoundIssue.of {
      expectTree(shop, matchesSpecAt: "Specs/../Specs/shop.treespec")
    }
    let found = try #require(issue)
    #expect(found.line == line)
    let lines = found.text.components(separatedBy: "\n")
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = shown(folder.appending(path: "Specs/shop.treespec").path())
    #expect(lines.first?.hasPrefix("FAIL  \(file) \"the shop\" on ShopSession: ") == true)
    let name = try #require(found.text.firstMatch(of: /attached as (shop\S*\.json);/)).1
    #expect(lines.last?.contains("modeltree check FOLDER/\(name) \(file) --update") == true)
  }

  @Test func `a route that differs is nothing to take into the file`() throws {
    shop.payment.register(for: PaymentErrors.declined)
    let issue = FoundIssue.of { expectTree(shop, matchesSpecAt: "Specs/shop.treespec") }
    let text = try #require(issue).text
    #expect(text.contains("handled by PaymentModel"))
    #expect(text.contains("The tree is attached as shop"))
    #expect(!text.contains("--update"))
  }

  @Test func `a file that is missing is written once, with its folder, for a person to read`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/Specs/new/shop.treespec"
    let first = TreeExpectation(.file(path: path), recordsMissing: true)
    let text = try #require(first.failure(of: shop.snapshot())).problem
    #expect(
      text
        == "There was no spec: \(path) is written from the tree as it is. Read it, and run the test "
        + "again.")
    #expect(try folder.text(of: "Specs/new/shop.treespec").hasPrefix("tree-spec 1"))
    #expect(expectTree(shop, matchesSpecAt: path))
  }

  @Test func `in CI a file that is missing fails with its path and the way to write it`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/none/shop.treespec"
    let expectation = TreeExpectation(.file(path: path), recordsMissing: false)
    let failure = try #require(expectation.failure(of: shop.snapshot()))
    let text = failure.text(named: "shop") { _, _ in .attached(name: "shop.json") }
    #expect(text.hasPrefix("cannot read '\(path)': No such file"))
    #expect(
      text.hasSuffix(
        "\nTo take the tree into the spec: modeltree check FOLDER/shop.json \(path) --update"
      ))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/none"))
  }

  /// As messages show a path: from the folder that the tests run in.
  private func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
