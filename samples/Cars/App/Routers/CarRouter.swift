import CarsModels
import ModelTreeJournal

/// Leads through the screens of the cars.
final class CarRouter: Router {
  let storage: any Storage
  let navigation = Navigation()
  let activity: Activity
  let journal: Journal
  var onStore: (() -> Void)?
  var onLateFailure: ((String) -> Void)?
  /// A driver is to be shown, which is not what this router does.
  var onShowDriver: ((Driver.ID) -> Void)?

  init(storage: any Storage, activity: Activity, journal: Journal) {
    self.storage = storage
    self.activity = activity
    self.journal = journal
  }
}

// The routes. Each puts the screens behind its own where they are missing.
extension CarRouter {
  func showRoot() {
    let add = BarButton(title: "add") { [weak self] in self?.showNewCar() }
    let screen = Screen(link: .cars, title: "Cars", buttons: [add])
    show(screen) { storage throws(StorageError) in
      (cars: try await storage.readCars(), drivers: try await storage.readDrivers())
    } as: { router, screen, answer in
      router.list(answer.cars, answer.drivers, on: screen)
    }
  }

  func showCar(_ id: Car.ID) {
    let screen = Screen(link: .car(id), title: "Car \(id)")
    showOnRoot {
      show(screen) { storage throws(StorageError) in
        let car = try await storage.readCar(id)
        guard let driver = car.driver else { return (car: car, driver: nil as Driver?) }
        return (car: car, driver: try await storage.readDriver(driver))
      } as: { router, screen, answer in
        router.detail(answer.car, answer.driver, on: screen)
      }
    }
  }

  func editCar(_ id: Car.ID) {
    let screen = Screen(link: .editCar(id), title: "Edit car \(id)")
    showOn(.car(id), behind: { showCar(id) }) {
      show(screen) { storage throws(StorageError) in
        try await storage.readCar(id)
      } as: { router, screen, car in
        router.form(car.details, on: screen) { router, screen, details in
          router.save(details, of: id, on: screen)
        }
      }
    }
  }

  func showNewCar() {
    let screen = Screen(link: .newCar, title: "New car")
    showOnRoot {
      // A car that is new needs nothing from the storage.
      show(screen) { _ throws(StorageError) in
      } as: { router, screen, _ in
        router.form(nil, on: screen) { router, screen, details in
          router.create(details, on: screen)
        }
      }
    }
  }

  func assignDriver(to id: Car.ID) {
    let screen = Screen(link: .assignDriver(to: id), title: "Driver of car \(id)")
    showOn(.car(id), behind: { showCar(id) }) {
      show(screen) { storage throws(StorageError) in
        (car: try await storage.readCar(id), drivers: try await storage.readDrivers())
      } as: { router, screen, answer in
        router.picker(answer.drivers, of: answer.car, on: screen)
      }
    }
  }
}

// The controllers, and what follows from what a person does with them.
extension CarRouter {
  private func list(_ cars: [Car], _ drivers: [Driver], on screen: Screen) -> Screen.State {
    guard !cars.isEmpty else {
      return .empty(EmptyController(message: "There are no cars.", hint: "add, to add one"))
    }
    let controller = CarListController(cars: cars, drivers: drivers)
    controller.onSelect = heard("onSelect", of: controller) { [weak self] in self?.showCar($0) }
    controller.onEdit = heard("onEdit", of: controller) { [weak self] in self?.editCar($0) }
    controller.onDelete = heard("onDelete", of: controller) { [weak self, weak screen] id in
      guard let self, let screen else { return }
      store("deleting", on: screen) { storage throws(StorageError) in
        try await storage.deleteCar(id)
      }
    }
    return .loaded(controller, buttons: [])
  }

  private func detail(_ car: Car, _ driver: Driver?, on screen: Screen) -> Screen.State {
    let controller = CarDetailController(car: car, driver: driver)
    controller.onSelectDriver = heard("onSelectDriver", of: controller) { [weak self] in
      self?.onShowDriver?($0)
    }
    let buttons = [
      BarButton(title: "edit") { [weak self] in self?.editCar(car.id) },
      BarButton(title: "delete") { [weak self, weak screen] in
        guard let self, let screen else { return }
        delete(car.id, on: screen)
      },
      BarButton(title: "assign") { [weak self] in self?.assignDriver(to: car.id) },
    ]
    return .loaded(controller, buttons: buttons)
  }

  private func form(
    _ details: Car.Details?, on screen: Screen,
    submit: @escaping (CarRouter, Screen, Car.Details) -> Void
  ) -> Screen.State {
    let controller = CarFormController(details)
    controller.onChange = { [weak screen] in screen?.onChange?() }
    controller.onSubmit = heard("onSubmit", of: controller) { [weak self, weak screen] details in
      guard let self, let screen else { return }
      submit(self, screen, details)
    }
    let save = BarButton(title: "save") { [weak controller] in controller?.submit() }
    return .loaded(controller, buttons: [save])
  }

  private func picker(_ drivers: [Driver], of car: Car, on screen: Screen) -> Screen.State {
    guard !drivers.isEmpty else {
      return .empty(
        EmptyController(
          message: "There are no drivers.", hint: "link \(DeepLink.newDriver), to add one"))
    }
    let controller = DriverPickerController(drivers: drivers, picked: car.driver)
    controller.onPick = heard("onPick", of: controller) { [weak self, weak screen] driver in
      guard let self, let screen else { return }
      assign(driver, to: car.id, on: screen)
    }
    let nobody = BarButton(title: "nobody") { [weak self, weak screen] in
      guard let self, let screen else { return }
      assign(nil, to: car.id, on: screen)
    }
    return .loaded(controller, buttons: [nobody])
  }

  private func create(_ details: Car.Details, on screen: Screen) {
    store("saving", on: screen) { storage throws(StorageError) in
      try await storage.createCar(details)
    } next: { router, car in
      router.showCar(car.id)
    }
  }

  private func save(_ details: Car.Details, of id: Car.ID, on screen: Screen) {
    change(id, "saving", on: screen) { $0.details = details }
  }

  private func assign(_ driver: Driver.ID?, to id: Car.ID, on screen: Screen) {
    change(id, "assigning", on: screen) { $0.driver = driver }
  }

  /// Changes one thing of a car as it is stored now, not as it was when the screen was filled.
  private func change(
    _ id: Car.ID, _ work: String, on screen: Screen, _ change: @escaping (inout Car) -> Void
  ) {
    store(work, on: screen) { storage throws(StorageError) in
      var car = try await storage.readCar(id)
      change(&car)
      try await storage.updateCar(car)
    } next: { [weak screen] router, _ in
      if let screen { router.navigation.remove(screen) }
    }
  }

  private func delete(_ id: Car.ID, on screen: Screen) {
    store("deleting", on: screen) { storage throws(StorageError) in
      try await storage.deleteCar(id)
    } next: { [weak screen] router, _ in
      if let screen { router.navigation.remove(screen) }
    }
  }
}
