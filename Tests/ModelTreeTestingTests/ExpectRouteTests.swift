import Foundation
import ModelTree
import ModelTreeTesting
import Testing

private enum Parcel {
  struct Lost: ErrorMessage {}
  struct Open: BubbleMessage { let number: Int }
  struct Sent: EventMessage {}
}

@Suite(.takingFoundIssues) struct `Expecting a route` {
  private let shop = openShop()

  @Test func `errors and bubbles go to the handler that is named`() {
    #expect(expectRoute(of: PaymentErrors.expired, from: shop.payment, isHandledBy: shop))
    #expect(expectRoute(of: PaymentErrors.declined, from: shop.payment, isHandledBy: shop.flow))
    #expect(expectRoute(of: ShopBubble.close, from: shop.flow, isHandledBy: shop.flow))
    #expect(expectNoRoute(of: PaymentErrors.offline, from: shop.payment))
    #expect(expectNoRoute(of: ShopBubble.close, from: shop.cart))
  }

  @Test func `events go to all that are named, in any order, and to no others`() {
    shop.payment.register(for: ShopEvent.itemAdded)
    #expect(
      expectRoute(
        of: ShopEvent.itemAdded, from: shop.flow, isHeardBy: [shop.payment, shop.cart]))
    #expect(expectNoRoute(of: ShopEvent.loggedOut, from: shop))
    #expect(expectRoute(of: ShopEvent.loggedOut, from: shop, isHeardBy: []))
  }

  @Test func `messages with types of their own go where they are expected, or say where they go`()
    throws
  {
    shop.flow.register(for: Parcel.Open.self)
    let line = #line - 1
    shop.cart.register(for: Parcel.Sent.self)
    #expect(expectRoute(of: Parcel.Open.self, from: shop.payment, isHandledBy: shop.flow))
    #expect(expectRoute(of: Parcel.Sent.self, from: shop.payment, isHeardBy: [shop.cart]))
    #expect(expectNoRoute(of: Parcel.Lost.self, from: shop.payment))
    let handled = FoundIssue.of { expectNoRoute(of: Parcel.Open.self, from: shop.flow) }
    let text = shown(try #require(handled))
    #expect(
      text == """
        bubble Parcel.Open raised at /ShopSession/CheckoutFlow should be handled by no model

           0  CheckoutFlow  handled  registered for this code at ExpectRouteTests.swift:\(line)

        handled by CheckoutFlow itself
        """)
    for issue in [
      FoundIssue.of {
        expectRoute(of: Parcel.Lost.self, from: shop.payment, isHandledBy: shop.flow)
      },
      FoundIssue.of { expectRoute(of: Parcel.Sent.self, from: shop.payment, isHeardBy: []) },
    ] {
      #expect(issue?.text.contains("should be") == true)
    }
  }

  @Test func `an error that another handles is shown hop by hop`() throws {
    let line = #line + 2
    let issue = FoundIssue.of {
      expectRoute(of: PaymentErrors.declined, from: shop.payment, isHandledBy: shop)
    }
    let found = try #require(issue)
    #expect(found.line == line)
    #expect(found.fileName == "ExpectRouteTests.swift")
    #expect(
      shown(found) == """
        error PaymentErrors.1 (declined) raised at /ShopSession/CheckoutFlow/PaymentModel should be \
        handled by /ShopSession

           0  PaymentModel  passed   nothing registered for errors
           1  CheckoutFlow  handled  registered for this code at Shop.swift:25

        /ShopSession is further up than its handler

        handled by CheckoutFlow after 1 hop
        """)
  }

  @Test func `models that names do not tell apart are shown with their labels`() throws {
    final class Row: Model {
      let title: String
      override var label: String? { title }
      init(_ title: String, parent: Model) {
        self.title = title
        super.init(parent: parent)
      }
    }
    let rows = ["bread", "milk"].map { Row($0, parent: shop.flow) }
    let issue = FoundIssue.of {
      expectRoute(of: ShopBubble.close, from: rows[1], isHandledBy: rows[0])
    }
    let first = try #require(issue).text.split(separator: "\n").first
    #expect(
      first == """
        bubble ShopBubble.Close raised at /ShopSession/CheckoutFlow/Row[2] "milk" should be handled \
        by /ShopSession/CheckoutFlow/Row[1] "bread"
        """)
  }

  @Test func `an event is shown with the models that hear it and why others do not`() throws {
    shop.payment.register(for: ShopEvent.loggedOut)
    let inner = Session(parent: shop.flow)
    let guest = PaymentModel(parent: inner)
    guest.register(for: ShopEvent.itemAdded)
    let line = #line - 1
    let issue = FoundIssue.of {
      expectRoute(
        of: ShopEvent.itemAdded, from: guest, isHeardBy: [shop.cart, shop.payment])
    }
    #expect(
      shown(try #require(issue)) == """
        event ShopEvent.ItemAdded raised at /ShopSession/CheckoutFlow/Session/PaymentModel should be \
        heard by /ShopSession/CartModel, /ShopSession/CheckoutFlow/PaymentModel

          - /ShopSession/CartModel                          does not hear it: it is outside \
        /ShopSession/CheckoutFlow/Session, from which the event goes down
          - /ShopSession/CheckoutFlow/PaymentModel          does not hear it: only other codes of \
        ShopEvent: LoggedOut at ExpectRouteTests.swift:\(line - 3)
          + /ShopSession/CheckoutFlow/Session/PaymentModel  registered for this code at \
        ExpectRouteTests.swift:\(line)

        delivered to 1 model
        """)
  }

  @Test func `models that have left, or are of another tree, are named`() throws {
    let payment = shop.payment
    let flow = shop.flow
    flow.removeFromParent()
    let left = FoundIssue.of {
      expectRoute(of: PaymentErrors.declined, from: payment, isHandledBy: flow)
    }
    #expect(
      try #require(left).text
        == "PaymentModel #4 has left its tree: no route of error PaymentErrors.1 (declined) leads "
        + "there.")
    let other = openShop()
    let foreign = FoundIssue.of {
      expectRoute(of: PaymentErrors.expired, from: shop.cart, isHandledBy: other)
    }
    #expect(
      try #require(foreign).text
        == "ShopSession #1 is in another tree than CartModel #2: no route of "
        + "error PaymentErrors.2 (expired) leads there.")
  }

  /// The text without the lines on the dump.
  private func shown(_ issue: FoundIssue) -> String {
    issue.text.components(separatedBy: "\n\nThe tree is attached").first ?? ""
  }
}
