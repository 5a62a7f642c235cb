import Foundation
import Testing

@testable import TextIO

/// The keys that a type asks for, found without JSON.
@Suite struct `The keys of a type` {
  typealias Searched = any (Decodable & SendableMetatype).Type

  private struct Show: Codable {
    enum Genre: String, Codable, CaseIterable { case drama }

    var title: String
    var year: Int?
    var genre: Genre
    var site: URL
    var id: UUID
    var made: Date
    var isNew: Bool
    var price: Double
  }

  private struct Open: Codable {
    var show: Show
    var tags: [Tag]
    var grid: [[Int]]
    var last: Show?
    var counts: [String: Int]
  }

  private struct Tag: Codable { var name: String }
  private final class Link: Codable {
    var next: Link?
    var links: [Link] = []
    var name = ""
  }
  private final class Wide<Value: Codable>: Codable { var next: Wide<[Value]>? }
  private enum Rating: String, Codable { case good }
  private struct Rated: Codable {
    var first: String
    var rating: Rating
    var last: String
  }
  private struct Ratings: Codable {
    var all: [Rating]
    var some: Set<Rating>
    var last: Rating?
    var name: String
  }
  private enum Step: Codable {
    case up(by: Int)
    case down
  }
  private class Parent: Codable { var name = "" }
  private struct Text: Codable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) {}
  }

  private static let show = [
    "title", "year", "genre", "site", "site.relative", "site.base",
    "id", "made", "isNew", "price",
  ]

  @Test func `are found through the values in it`() {
    let show = Self.show.map { "show.\($0)" }
    let last = Self.show.map { "last.\($0)" }
    // How Foundation reads a URL is its own matter.
    let keys = DecodedKeys.keys(of: Open.self).filter { !$0.contains("site.") }
    #expect(
      keys
        == (["show"] + show + ["tags", "tags[].name", "grid", "last"] + last + ["counts"])
        .filter { !$0.contains("site.") })
  }

  @Test(arguments: [
    (Link.self as Searched, ["next", "links", "name"]),
    (Rated.self, ["first", "rating"]), (Ratings.self, ["all", "some", "last", "name"]),
    (Step.self, []), (Parent.self, ["name"]), (Text.self, []), (String.self, []), (Int.self, []),
    ([Tag].self, ["[].name"]), (Tag?.self, []),
  ])
  func `end where a stand-in leads no further`(
    type: Searched, keys: [String]
  ) {
    #expect(DecodedKeys.keys(of: type) == keys)
  }

  // MARK: Types that would never end

  private struct Greedy: Decodable {
    enum CodingKeys: String, CodingKey { case more }
    struct Numbered: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Numbered.self)
      var count = 0
      while container.contains(Numbered(stringValue: "\(count)")) { count += 1 }
      var elements = try container.nestedUnkeyedContainer(forKey: Numbered(stringValue: "list"))
      while !elements.isAtEnd { _ = try? elements.decode(Step.self) }
      for _ in 0..<2_000 {
        _ = try? container.decode(String.self, forKey: Numbered(stringValue: "n\(count)"))
        count += 1
      }
      var nested = container
      while true {
        nested = try nested.nestedContainer(
          keyedBy: Numbered.self, forKey: Numbered(stringValue: "in"))
      }
    }
  }

  private struct Named: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Greedy.Numbered.self)
      let long = String(repeating: "x", count: 10_000_000)
      _ = try container.decode(String.self, forKey: Greedy.Numbered(stringValue: long))
      _ = try container.decode(String.self, forKey: Greedy.Numbered(stringValue: "a.b[]'\u{1b}"))
    }
  }

  @Test func `are few, however many a type asks for`() {
    #expect(DecodedKeys.keys(of: Greedy.self).count == 200)
    #expect(DecodedKeys.keys(of: Wide<Int>.self).count == 17)
    #expect(DecodedKeys.keys(of: Named.self) == ["a.b[]'\u{1b}"])
  }
}
