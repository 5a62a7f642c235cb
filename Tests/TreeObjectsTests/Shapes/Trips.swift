// Trips.swift: coordinators with a router, which is UIKit's navigation controller in an app.

enum PaymentError: Error, CaseIterable { case declined, offline }

class TripScreen {
  let title: String
  var onNext: (() -> Void)?

  init(title: String) { self.title = title }
}

final class PaymentScreen: TripScreen {}

final class TripRouter {
  private(set) var screens: [TripScreen] = []

  func push(_ screen: TripScreen) { screens.append(screen) }
}

final class TripsCoordinator {
  let router = TripRouter()
  private(set) var booking: BookingCoordinator?
  private(set) var problem: PaymentError?

  func start() {
    let screen = TripScreen(title: "Lisbon")
    screen.onNext = { [weak self] in self?.book() }
    router.push(screen)
  }

  func book() { booking = BookingCoordinator(router: router) { [weak self] in self?.end($0) } }

  func end(_ error: PaymentError?) {
    problem = error
    if error == nil { booking = nil }
  }
}

final class BookingCoordinator {
  let screen = PaymentScreen(title: "Payment")
  private let onEnd: (PaymentError?) -> Void

  init(router: TripRouter, onEnd: @escaping (PaymentError?) -> Void) {
    self.onEnd = onEnd
    router.push(screen)
  }

  func decline() { onEnd(.declined) }
}
