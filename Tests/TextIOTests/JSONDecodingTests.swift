import Foundation
import Testing
import TextIO

/// The values of a message that is raised from outside are made of JSON.
@Suite struct `Values made of JSON` {
  struct Show: Codable, Equatable {
    enum Genre: String, Codable, CaseIterable { case drama, comedy }
    var title: String
    var year: Int16?
    var genre: Genre
    var tags: [String]
    var ratings: [String: Double]
  }

  enum Step: Codable, Equatable {
    case play(Show, from: UInt8)
    case rate(Float, Bool?)
    case stop
  }

  class Base: Codable {
    var id: UInt64 = 0
  }

  final class Derived: Base {
    enum Keys: CodingKey { case pair, inner }
    enum Inner: CodingKey { case flag }
    var pair: (Int, String?) = (0, nil)
    var flag = false

    required init(from decoder: any Decoder) throws {
      let all = try decoder.container(keyedBy: Keys.self)
      var pair = try all.nestedUnkeyedContainer(forKey: .pair)
      self.pair.0 = try pair.decode(Int.self)
      self.pair.1 = try pair.decodeIfPresent(String.self)
      flag = try all.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        .decode(Bool.self, forKey: .flag)
      try super.init(from: all.superDecoder())
    }
  }

  private static func value(_ text: String) throws -> JSONValue {
    try JSONValue(utf8: Array(text.utf8))
  }

  /// The one line for JSON that a type can't be made from.
  private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> String {
    let json = try Self.value(text)
    let error = try #require(throws: JSONMismatch.self) { try json.decode(type) }
    return "\(error)"
  }

  @Test func `random values are those that Foundation makes`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let show = Show(
        title: ["", "Ä\n\"", "Dune"].randomElement(using: &random)!,
        year: [nil, .min, .max, 1984].randomElement(using: &random)!,
        genre: Show.Genre.allCases.randomElement(using: &random)!,
        tags: (0..<Int.random(in: 0...3, using: &random)).map { "t\($0)" },
        ratings: ["a.b": .random(in: -1e9...1e9, using: &random), "": 1e-300])
      let steps: [Step?] = [
        .play(show, from: .random(in: 0...255, using: &random)),
        .rate(.random(in: -1...1, using: &random), Bool.random(using: &random)), .rate(2, nil),
        .stop, nil,
      ]
      let data = try JSONEncoder().encode(steps.shuffled(using: &random))
      let json = try JSONValue(utf8: Array(data))
      #expect(try json.decode([Step?].self) == JSONDecoder().decode([Step?].self, from: data))
      #expect(try JSONValue(utf8: json.text.bytes) == json)
    }
  }

  @Test func `whole numbers are read at their widths, however they are written`() throws {
    #expect(try Self.value("[255, 1e2, 2.0, -0]").decode([UInt8].self) == [255, 100, 2, 0])
    #expect(
      try Self.value("[-9223372036854775808, 9223372036854775807]").decode([Int].self)
        == [.min, .max])
    #expect(try Self.value("18446744073709551615").decode(UInt64.self) == .max)
    #expect(try Self.value("0.1").decode(Double.self) == 0.1)
    if #available(macOS 15, iOS 18, tvOS 18, *) {
      let largest = try Self.value("\(UInt128.max)").decode(UInt128.self)
      #expect(largest == UInt128.max)
    }
  }

  @Test func `a superclass, nested containers and elements that may be null are read`() throws {
    let derived = try Self.value(
      #"{"pair": [7, null], "inner": {"flag": true}, "super": {"id": 9}}"#
    ).decode(Derived.self)
    #expect(derived.pair == (7, nil))
    #expect(derived.flag)
    #expect(derived.id == 9)
    #expect(
      try failure(Derived.self, #"{"pair": [], "inner": {"flag": true}, "super": {"id": 9}}"#)
        == "pair[0]: missing")
    #expect(
      try failure(Derived.self, #"{"pair": [1], "inner": {"flag": true}}"#)
        == "super: expected an object, found null")
  }

  @Test(arguments: [
    ("{}", "title: missing"), ("[]", "expected an object, found an array"),
    (#"{"title": 3}"#, "title: expected a string, found 3"),
    (#"{"title": null}"#, "title: expected a string, found null"),
    (
      #"{"title": "A", "year": 40000}"#,
      "year: expected a whole number from -32768 to 32767, found 40000"
    ),
    (#"{"title": "A", "year": "1984"}"#, "year: expected a number, found a string"),
    (
      #"{"title": "A", "genre": "opera"}"#,
      "genre: Cannot initialize Genre from invalid String value opera"
    ),
    (#"{"title": "A", "genre": "drama", "tags": {}}"#, "tags: expected an array, found an object"),
    (
      #"{"title": "A", "genre": "drama", "tags": ["x", true]}"#,
      "tags[1]: expected a string, found true or false"
    ),
    (
      #"{"title": "A", "genre": "drama", "tags": [], "ratings": {"x": "y"}}"#,
      "ratings.x: expected a number, found a string"
    ),
    (
      #"{"title": "A", "genre": "drama", "tags": [], "ratings": {"x": 1e999}}"#,
      "ratings.x: expected a number up to 1.7976931348623157e+308, found 1e999"
    ),
    (
      #"{"title": "A", "genre": "drama", "tags": [], "ratings": {}, "yaer": 7}"#,
      "yaer: unknown key; known: genre, ratings, tags, title, year"
    ),
  ])
  func `what is wrong is named with its path`(text: String, line: String) throws {
    #expect(try failure(Show.self, text) == line)
  }

  @Test(arguments: [
    (#"{"rate": {"_0": "x"}}"#, "rate._0: expected a number, found a string"),
    (#"{"rate": {"_0": 1, "_2": 2}}"#, "rate._2: unknown key; known: _0, _1"),
    (#"{"stop": {"now": true}}"#, "stop.now: unknown key; none is known here"),
    (#"{"pause": {}}"#, "Invalid number of keys found, expected one."),
    (#"{"stop": {}, "pause": {}}"#, "pause: unknown key; known: stop"),
    (#"{"play": {"_0": {}, "from": 1}}"#, "play._0.title: missing"),
  ])
  func `so it is in an enum's case`(text: String, line: String) throws {
    #expect(try failure(Step.self, text) == line)
  }
}
