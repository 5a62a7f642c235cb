// Parcels.swift: the examples of "How messages find their models".
import ModelTree

enum ParcelErrors: Int, ErrorCode {
  case lost = 1
  case late = 2
}

enum ParcelBubble: String, BubbleNotificationName { case opened = "Opened" }

enum ParcelEvent: String, GlobalEventName { case arrived = "Arrived" }

final class Depot: Session {
  override func handleUncaught(_ error: ModelError) { print("uncaught \(error)") }
}

final class Round: Model {}

final class Stop: Model {}

@MainActor
struct ParcelTree {
  let depot = Depot()
  let round: Round
  let stop: Stop

  init() {
    round = Round(parent: depot)
    stop = Stop(parent: round)
  }
}

@MainActor
func raiserFirstThenUp() {
  let tree = ParcelTree()
  tree.depot.register(for: ParcelErrors.lost) { _ in print("the depot") }
  tree.round.register(for: ParcelErrors.lost) { _ in print("the round") }
  tree.stop.raise(ParcelErrors.lost)
}

@MainActor
func codeBeforeDomain() {
  let tree = ParcelTree()
  tree.round.register(forAll: ParcelErrors.self) { _ in print("any parcel error") }
  tree.round.register(for: ParcelErrors.late) { _ in print("a late parcel") }
  tree.stop.raise(ParcelErrors.lost)
  tree.stop.raise(ParcelErrors.late)
}

enum Delivery {
  struct Signed: BubbleMessage { let name: String }
}

@MainActor
func messagesWithValues() {
  let tree = ParcelTree()
  tree.depot.register(for: Delivery.Signed.self) { signed in print("signed by \(signed.name)") }
  tree.stop.raise(Delivery.Signed(name: "Ada"))

  tree.depot.register(for: ParcelBubble.opened, of: String.self) { print("opened by \($0)") }
  tree.stop.raise(ParcelBubble.opened, with: "Grace")
  if tree.stop.raise(ParcelBubble.opened, with: 7) == nil { print("nobody opens it with a number") }
}

@MainActor
func whatNobodyHandles() {
  let tree = ParcelTree()
  tree.stop.raise(ParcelErrors.lost)
  if tree.stop.raise(ParcelBubble.opened) == nil { print("nobody took the bubble") }
}

@MainActor
func eventsGoDown() {
  let tree = ParcelTree()
  tree.stop.register(for: ParcelEvent.arrived) { _ in print("the stop") }
  tree.round.register(for: ParcelEvent.arrived) { _ in print("the round") }
  tree.stop.raise(ParcelEvent.arrived)
}

@MainActor
func localSessions() {
  let tree = ParcelTree()
  let office = Session(parent: tree.round)
  office.open()
  let desk = Stop(parent: office)
  tree.depot.register(for: ParcelEvent.arrived) { _ in print("never printed") }
  desk.register(for: ParcelEvent.arrived) { _ in print("the desk") }
  desk.raise(ParcelEvent.arrived)
  desk.raise(ParcelErrors.lost)
}

@MainActor
func whileAnEventIsDelivered() {
  let tree = ParcelTree()
  tree.round.register(for: ParcelEvent.arrived) { [weak round = tree.round] _ in
    round?.children.first?.removeFromParent()
    round?.raise(ParcelErrors.late)
    print("the round is done")
  }
  tree.stop.register(for: ParcelEvent.arrived) { _ in print("never printed") }
  tree.depot.raise(ParcelEvent.arrived)
}

@MainActor
func lookingChangesNothing() {
  let tree = ParcelTree()
  tree.depot.register(for: ParcelErrors.lost) { print("lost; a test: \($0.isTest)") }
  tree.stop.printSessionTree()
  tree.stop.raise(ParcelErrors.lost)
}

@MainActor
func printEveryRule() {
  raiserFirstThenUp()
  codeBeforeDomain()
  messagesWithValues()
  whatNobodyHandles()
  eventsGoDown()
  localSessions()
  whileAnEventIsDelivered()
  lookingChangesNothing()
}
