// TripsInspection.swift: the coordinators in an inspector.
import TreeObjects
import TreeSnapshot

func snapshot(of trips: TripsCoordinator) -> Snapshot {
  Snapshot(
    of: trips, name: "Trips",
    adapters: [
      .reflecting(),
      InspectionAdapter(
        TripsCoordinator.self, children: { [$0.booking, $0.router] },
        subscriptions: { _ in [.error(PaymentError.self), .bubble("TripScreen", "onNext")] },
        receive: { trips, test in
          test.kind == .error ? trips.end(test.value(of: PaymentError.self)) : trips.book()
        }),
      InspectionAdapter(
        BookingCoordinator.self, children: { [$0.screen] },
        raises: { _ in PaymentError.allCases.map { .error($0) } }),
    ])
}
