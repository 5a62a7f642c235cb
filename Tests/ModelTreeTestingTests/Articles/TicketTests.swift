// TicketTests.swift: the example of "Explore your app".
import ModelTree
import ModelTreeTesting
import Testing

enum Till { struct Refused: ErrorMessage {} }

class TicketSession: Session {
  override func sessionDidLoad() { register(for: Till.Refused.self) }
}

final class Sale: Model {
  func pay(_ cents: Int) {
    task { [self] in
      try await sleep(for: .seconds(2))
    } then: { sale, _ in
      if cents > 500 { sale.raise(Till.Refused()) }
    }
  }
}

struct NoSale: Error {}

@MainActor func ticketApp(_ session: TicketSession = TicketSession()) -> ExploredApp {
  session.open()
  let sale = AppAction("sale") { _ in
    _ = Sale(parent: session)
    return "a sale is open"
  }
  let pay = AppAction("pay CENTS", values: ["CENTS": { ["350", "400"] }]) { words in
    guard let sale = session.children.last as? Sale else { throw NoSale() }
    sale.pay(Int(words[0]) ?? 0)
    return "paying"
  }
  return ExploredApp(actions: [sale, pay]) { session }
}

@MainActor @Test func `nothing breaks`() async {
  await expectExploration(of: { ticketApp() }, runs: 50, seed: 7)
}
