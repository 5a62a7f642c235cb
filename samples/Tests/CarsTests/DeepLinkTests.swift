import CarsModels
import Testing

@testable import Cars

@Suite struct `Deep links` {
  static let links: [(String, DeepLink)] = [
    ("cars://cars", .cars), ("cars://car/7", .car(Car.ID(7))), ("cars://car/new", .newCar),
    ("cars://car/7/edit", .editCar(Car.ID(7))),
    ("cars://car/7/assign", .assignDriver(to: Car.ID(7))), ("cars://drivers", .drivers),
    ("cars://driver/3", .driver(Driver.ID(3))), ("cars://driver/new", .newDriver),
    ("cars://driver/3/edit", .editDriver(Driver.ID(3))),
  ]

  @Test(arguments: links)
  func `a link is read, and written the same`(text: String, link: DeepLink) throws {
    #expect(try DeepLink(text) == link)
    #expect("\(link)" == text)
  }

  @Test func `every link that is listed can be read`() throws {
    for pattern in DeepLink.patterns {
      let link = try DeepLink(pattern.replacing("ID", with: "7"))
      #expect("\(link)".replacing("7", with: "ID") == pattern)
    }
    #expect(DeepLink.patterns.count == Self.links.count)
  }

  @Test(arguments: [
    ("", "'' is no link of this app"), ("car/7", "'car/7' is no link of this app"),
    ("https://car/7", "'https://car/7' is no link of this app"),
    ("cars:car/7", "'cars:car/7' is no link of this app"),
    ("cars://", "the link 'cars://' leads nowhere"),
    ("cars://boats", "the link 'cars://boats' leads nowhere"),
    ("cars://car", "the link 'cars://car' leads nowhere"),
    ("cars://cars/7", "the link 'cars://cars/7' leads nowhere"),
    ("cars://car/7/", "the link 'cars://car/7/' leads nowhere"),
    ("cars://car/7/sell", "the link 'cars://car/7/sell' leads nowhere"),
    ("cars://car/7/edit/now", "the link 'cars://car/7/edit/now' leads nowhere"),
    ("cars://driver/7/assign", "the link 'cars://driver/7/assign' leads nowhere"),
    ("cars://car/", "'' in 'cars://car/' is no number"),
    ("cars://car/0", "'0' in 'cars://car/0' is no number"),
    ("cars://car/-7", "'-7' in 'cars://car/-7' is no number"),
    ("cars://car/+7/edit", "'+7' in 'cars://car/+7/edit' is no number"),
    ("cars://car/٧", "'٧' in 'cars://car/٧' is no number"),
    ("cars://car/7?x", "'7?x' in 'cars://car/7?x' is no number"),
    (
      "cars://car/99999999999999999999",
      "'99999999999999999999' in 'cars://car/99999999999999999999' is no number"
    ),
  ])
  func `what is no link is said in words, with the links that there are`(
    text: String, words: String
  ) {
    let error = #expect(throws: LinkError.self) { try DeepLink(text) }
    #expect(
      error?.description == "\(words); there are \(DeepLink.patterns.joined(separator: ", "))")
  }
}
