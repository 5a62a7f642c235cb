import CarsModels
import ModelTreeJournal

/// Holds the tabs, each with a router of its own, and leads from one to the other.
@MainActor
final class AppRouter {
  let cars: CarRouter
  let drivers: DriverRouter
  let activity = Activity()
  private(set) var tab = Tab.cars
  /// What a person sees is another.
  var onChange: (() -> Void)?
  /// Called with a notice that belongs to no screen.
  var onNotice: ((String) -> Void)?

  init(storage: any Storage, journal: Journal) {
    cars = CarRouter(storage: storage, activity: activity, journal: journal)
    drivers = DriverRouter(storage: storage, activity: activity, journal: journal)
    cars.onStore = journal.closure("onStore", of: cars, for: self) { [weak self] in
      self?.drivers.reload()
    }
    drivers.onStore = journal.closure("onStore", of: drivers, for: self) { [weak self] in
      self?.cars.reload()
    }
    cars.onShowDriver = journal.closure("onShowDriver", of: cars, for: self) { [weak self] in
      self?.open(.driver($0))
    }
    drivers.onShowCar = journal.closure("onShowCar", of: drivers, for: self) { [weak self] in
      self?.open(.car($0))
    }
    for router in [cars, drivers] as [any Router] {
      router.onLateFailure = journal.closure("onLateFailure", of: router, for: self) {
        [weak self] in
        self?.onNotice?($0)
      }
    }
    for tab in Tab.allCases {
      router(of: tab).navigation.onChange = { [weak self] in
        guard let self, self.tab == tab else { return }
        onChange?()
      }
    }
  }
}

extension AppRouter {
  enum Tab: String, CaseIterable {
    case cars, drivers
  }

  /// The router of the tab that is selected.
  var selected: any Router { router(of: tab) }

  /// The screen that a person sees.
  var front: Screen? { selected.navigation.front }

  var chrome: Chrome? {
    guard let front else { return nil }
    return Chrome(
      tabs: Tab.allCases.map(\.rawValue), selectedTab: tab.rawValue, title: front.title,
      link: "\(front.link)", buttons: front.buttons.map(\.title))
  }

  /// Shows what the app begins with.
  func start() { select(.cars) }

  /// Shows a tab as it was left.
  func select(_ tab: Tab) {
    self.tab = tab
    if front == nil { selected.showRoot() } else { onChange?() }
  }

  /// Shows a place in the app.
  func open(_ link: DeepLink) {
    switch link {
    case .cars:
      tab = .cars
      cars.showList()
    case .car(let id):
      tab = .cars
      cars.showCar(id)
    case .newCar:
      tab = .cars
      cars.showNewCar()
    case .editCar(let id):
      tab = .cars
      cars.editCar(id)
    case .assignDriver(let id):
      tab = .cars
      cars.assignDriver(to: id)
    case .drivers:
      tab = .drivers
      drivers.showList()
    case .driver(let id):
      tab = .drivers
      drivers.showDriver(id)
    case .newDriver:
      tab = .drivers
      drivers.showNewDriver()
    case .editDriver(let id):
      tab = .drivers
      drivers.editDriver(id)
    }
  }

  /// Asks again for what every tab shows.
  func reload() {
    cars.reload()
    drivers.reload()
  }

  private func router(of tab: Tab) -> any Router {
    switch tab {
    case .cars: cars
    case .drivers: drivers
    }
  }
}
