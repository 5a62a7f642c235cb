import CarsModels
import Testing

@Suite struct `Details of cars` {
  @Test func `a car's details are without needless spaces, and the plate in capitals`() throws {
    let details = try Car.Details(model: "  Audi   RS 4 ", plate: " in-rs 4 ")
    #expect(details.model == "Audi RS 4")
    #expect(details.plate == "IN-RS 4")
  }

  @Test(arguments: [
    ("", "A 1", "the model is missing"),
    ("Audi", "   ", "the plate is missing"),
    ("Au\u{1B}di", "A 1", "the model holds characters that cannot be printed"),
    (
      "Audi", "a_1",
      "'A_1' is no number plate; one has up to 12 letters, digits, spaces and hyphens"
    ),
    (
      "Audi", "1234567890123",
      "'1234567890123' is no number plate; one has up to 12 letters, digits, spaces and hyphens"
    ),
  ])
  func `what describes no car is refused in words`(model: String, plate: String, text: String) {
    let error = #expect(throws: DetailsError.self) { try Car.Details(model: model, plate: plate) }
    #expect(error?.description == text)
  }

  @Test func `a driver has a name`() throws {
    #expect(try Driver.Details(name: " Anna ").name == "Anna")
    #expect(throws: DetailsError.missing(field: "name")) { try Driver.Details(name: "") }
  }
}
