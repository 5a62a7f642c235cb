import CarsModels
import ModelTreeJournal

/// Leads through the screens of the drivers.
final class DriverRouter: Router {
  let storage: any Storage
  let navigation = Navigation()
  let activity: Activity
  let journal: Journal
  var onStore: (() -> Void)?
  var onLateFailure: ((String) -> Void)?
  /// A car is to be shown, which is not what this router does.
  var onShowCar: ((Car.ID) -> Void)?

  init(storage: any Storage, activity: Activity, journal: Journal) {
    self.storage = storage
    self.activity = activity
    self.journal = journal
  }
}

// The routes. Each puts the screens behind its own where they are missing.
extension DriverRouter {
  func showRoot() {
    let add = BarButton(title: "add") { [weak self] in self?.showNewDriver() }
    let screen = Screen(link: .drivers, title: "Drivers", buttons: [add])
    show(screen) { storage throws(StorageError) in
      (drivers: try await storage.readDrivers(), cars: try await storage.readCars())
    } as: { router, screen, answer in
      router.list(answer.drivers, answer.cars, on: screen)
    }
  }

  func showDriver(_ id: Driver.ID) {
    let screen = Screen(link: .driver(id), title: "Driver \(id)")
    showOnRoot {
      show(screen) { storage throws(StorageError) in
        (driver: try await storage.readDriver(id), cars: try await storage.readCars())
      } as: { router, screen, answer in
        let cars = answer.cars.filter { $0.driver == id }
        return router.detail(answer.driver, cars, on: screen)
      }
    }
  }

  func editDriver(_ id: Driver.ID) {
    let screen = Screen(link: .editDriver(id), title: "Edit driver \(id)")
    showOn(.driver(id), behind: { showDriver(id) }) {
      show(screen) { storage throws(StorageError) in
        try await storage.readDriver(id)
      } as: { router, screen, driver in
        router.form(driver.details, on: screen) { router, screen, details in
          router.save(Driver(id: id, details: details), on: screen)
        }
      }
    }
  }

  func showNewDriver() {
    let screen = Screen(link: .newDriver, title: "New driver")
    showOnRoot {
      // A new driver needs nothing from the storage.
      show(screen) { _ throws(StorageError) in
      } as: { router, screen, _ in
        router.form(nil, on: screen) { router, screen, details in
          router.create(details, on: screen)
        }
      }
    }
  }
}

// The controllers, and what follows from what a person does with them.
extension DriverRouter {
  private func list(_ drivers: [Driver], _ cars: [Car], on screen: Screen) -> Screen.State {
    guard !drivers.isEmpty else {
      return .empty(EmptyController(message: "There are no drivers.", hint: "add, to add one"))
    }
    let controller = DriverListController(drivers: drivers, cars: cars)
    controller.onSelect = heard("onSelect", of: controller) { [weak self] in self?.showDriver($0) }
    controller.onEdit = heard("onEdit", of: controller) { [weak self] in self?.editDriver($0) }
    controller.onDelete = heard("onDelete", of: controller) { [weak self, weak screen] id in
      guard let self, let screen else { return }
      store("deleting", on: screen) { storage throws(StorageError) in
        try await storage.deleteDriver(id)
      }
    }
    return .loaded(controller, buttons: [])
  }

  private func detail(_ driver: Driver, _ cars: [Car], on screen: Screen) -> Screen.State {
    let controller = DriverDetailController(driver: driver, cars: cars)
    controller.onSelectCar = heard("onSelectCar", of: controller) { [weak self] in
      self?.onShowCar?($0)
    }
    let buttons = [
      BarButton(title: "edit") { [weak self] in self?.editDriver(driver.id) },
      BarButton(title: "delete") { [weak self, weak screen] in
        guard let self, let screen else { return }
        delete(driver.id, on: screen)
      },
    ]
    return .loaded(controller, buttons: buttons)
  }

  private func form(
    _ details: Driver.Details?, on screen: Screen,
    submit: @escaping (DriverRouter, Screen, Driver.Details) -> Void
  ) -> Screen.State {
    let controller = DriverFormController(details)
    controller.onChange = { [weak screen] in screen?.onChange?() }
    controller.onSubmit = heard("onSubmit", of: controller) { [weak self, weak screen] details in
      guard let self, let screen else { return }
      submit(self, screen, details)
    }
    let save = BarButton(title: "save") { [weak controller] in controller?.submit() }
    return .loaded(controller, buttons: [save])
  }

  private func create(_ details: Driver.Details, on screen: Screen) {
    store("saving", on: screen) { storage throws(StorageError) in
      try await storage.createDriver(details)
    } next: { router, driver in
      router.showDriver(driver.id)
    }
  }

  private func save(_ driver: Driver, on screen: Screen) {
    store("saving", on: screen) { storage throws(StorageError) in
      try await storage.updateDriver(driver)
    } next: { [weak screen] router, _ in
      if let screen { router.navigation.remove(screen) }
    }
  }

  private func delete(_ id: Driver.ID, on screen: Screen) {
    store("deleting", on: screen) { storage throws(StorageError) in
      try await storage.deleteDriver(id)
    } next: { [weak screen] router, _ in
      if let screen { router.navigation.remove(screen) }
    }
  }
}
