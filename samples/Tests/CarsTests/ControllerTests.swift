import CarsModels
import SampleApps
import Testing

@testable import Cars

/// Controllers are made of data and closures alone: no test here needs a router or a storage.
@MainActor
@Suite struct `The controller` {
  private let car: Car
  private let driver: Driver

  init() throws {
    driver = Driver(id: Driver.ID(2), details: try Driver.Details(name: "Bo"))
    car = Car(
      id: Car.ID(7), details: try Car.Details(model: "Audi", plate: "A 1"), driver: driver.id)
  }

  @Test func `the lists hand over the row that was selected, edited or deleted`() throws {
    var printed: [String] = []
    let cars = CarListController(cars: [car], drivers: [driver])
    cars.onSelect = { printed.append("select car \($0)") }
    cars.onEdit = { printed.append("edit car \($0)") }
    cars.onDelete = { printed.append("delete car \($0)") }
    let drivers = DriverListController(drivers: [driver], cars: [car])
    drivers.onSelect = { printed.append("select driver \($0)") }
    drivers.onEdit = { printed.append("edit driver \($0)") }
    drivers.onDelete = { printed.append("delete driver \($0)") }
    for (list, number) in [(cars, 7), (drivers, 2)] as [(any EditableRowController, Int)] {
      try list.select(number)
      try list.edit(number)
      try list.delete(number)
    }
    #expect(
      printed == [
        "select car 7", "edit car 7", "delete car 7", "select driver 2", "edit driver 2",
        "delete driver 2",
      ])
    #expect(throws: UserError("there is no car 1 in this list")) { try cars.select(1) }
    #expect(throws: UserError("there is no driver 1 in this list")) { try drivers.delete(1) }
  }

  @Test func `the details hand over who and what belongs to them`() throws {
    var printed: [String] = []
    let carDetail = CarDetailController(car: car, driver: driver)
    carDetail.onSelectDriver = { printed.append("driver \($0)") }
    let driverDetail = DriverDetailController(driver: driver, cars: [car])
    driverDetail.onSelectCar = { printed.append("car \($0)") }
    let picker = DriverPickerController(drivers: [driver], picked: driver.id)
    picker.onPick = { printed.append("pick \($0)") }
    try carDetail.select(2)
    try driverDetail.select(7)
    try picker.pick(2)
    #expect(printed == ["driver 2", "car 7", "pick 2"])
    #expect(picker.view.lines == ["2  Bo (now)"])
    #expect(throws: UserError("there is no driver 7 of this car")) { try carDetail.select(7) }
    #expect(throws: UserError("there is no car 2 of this driver")) { try driverDetail.select(2) }
    #expect(throws: UserError("there is no driver 7 to pick")) { try picker.pick(7) }
  }

  @Test func `a form hands over details, or shows why there are none`() throws {
    var submitted: [Car.Details] = []
    var changes = 0
    let form = CarFormController(car.details)
    form.onSubmit = { submitted.append($0) }
    form.onChange = { changes += 1 }
    try form.set("plate", to: "")
    form.submit()
    #expect(submitted == [])
    #expect(changes == 2)
    #expect(form.view.lines.last == "! the plate is missing")
    try form.set("plate", to: "b 2")
    form.submit()
    #expect(submitted == [try Car.Details(model: "Audi", plate: "B 2")])
    #expect(throws: UserError("there is no field 'wings'; there are model, plate")) {
      try form.set("wings", to: "2")
    }
  }

  @Test func `a driver's form does the same`() throws {
    var submitted: [Driver.Details] = []
    let form = DriverFormController(nil)
    form.onSubmit = { submitted.append($0) }
    form.submit()
    #expect(form.view.lines.last == "! the name is missing")
    try form.set("name", to: "Bo")
    form.submit()
    #expect(submitted == [driver.details])
    #expect(throws: UserError("there is no field 'plate'; there is name")) {
      try form.set("plate", to: "2")
    }
  }

  @Test func `an error hands over that somebody wants to retry`() {
    var retries = 0
    let error = ErrorController(message: "no")
    error.onRetry = { retries += 1 }
    error.retry()
    #expect(retries == 1)
    #expect(error.view.lines == ["! no", "retry, to ask again"])
  }

  @Test func `columns are as wide as their widest cell`() {
    let table = TableView(rows: [["1", "Å", "x"], ["10", "Škoda"], []])
    #expect(table.lines == ["1   Å      x", "10  Škoda", ""])
    #expect(TableView(rows: []).lines == [])
  }
}
