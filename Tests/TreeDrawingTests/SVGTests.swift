import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `Drawings as SVG` {
  @Test func `a small drawing has its own size, a large one fills the room it is given`() throws {
    let small = try #require(Picture(try Diagram(Trees.examMaster()).render(as: .svg)))
    let sides = small.rootAttributes["viewBox"]?.split(separator: " ").map(String.init)
    #expect(small.rootAttributes["width"] == sides?[2])
    #expect(small.rootAttributes["height"] == sides?[3])
    let large = try #require(Picture(try Diagram(Trees.random(400, seed: 1)).render(as: .svg)))
    #expect(large.rootAttributes["viewBox"] != nil)
    #expect(large.rootAttributes["width"] == nil)
    #expect(large.rootAttributes["height"] == nil)
  }

  @Test func `colors follow the screen, and each is told from what lies behind it`() throws {
    #expect(SVGStyle.text(isDark: false).string.contains("@media (prefers-color-scheme:dark)"))
    for scheme in [\Palette.Color.light, \.dark] {
      let grounds = [Palette.background, Palette.box].map { $0[keyPath: scheme] }
      for tone in Palette.Tone.allCases {
        for ground in grounds + [tone.header[keyPath: scheme]] {
          #expect(Self.contrast(tone.ink[keyPath: scheme], ground) >= 3, "\(tone) on \(ground)")
        }
        for ground in [tone.header[keyPath: scheme]] + grounds {
          #expect(Self.contrast(Palette.text[keyPath: scheme], ground) >= 7)
          #expect(Self.contrast(Palette.note[keyPath: scheme], ground) >= 4.5)
          if tone != .plain {
            #expect(Self.contrast(tone.ink[keyPath: scheme], ground) >= 4.5, "\(tone) on \(ground)")
          }
        }
      }
    }
  }

  /// The ratio of two colors' luminances, as WCAG has it.
  private static func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ color: String) -> Double {
      let value = Int(color.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.04045 ? share / 12.92 : Self.power((share + 0.055) / 1.055)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let sorted = [luminance(one), luminance(other)].sorted()
    return (sorted[1] + 0.05) / (sorted[0] + 0.05)
  }

  /// The power of 2.4, by five steps of a root: x² · x^0.4, and x^0.4 is the fifth root of x².
  private static func power(_ base: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root)
    }
    return base * base * root
  }

  @Test func `a row is one text, so that its spaces are those of the viewer's font`() throws {
    let svg = try String(decoding: Diagram(Trees.examMaster()).render(as: .svg), as: UTF8.self)
    #expect(svg.contains("xml:space=\"preserve\""))
    #expect(
      svg.contains(
        """
        <tspan class="i-error">▲ error</tspan>  NetworkErrors.101<tspan class="note"> badToken\
        </tspan></text>
        """))
  }

  @Test func `an arrow's tip lies on the box to which the message goes`() throws {
    let tree = try Trees.examMaster()
    for message in [Trees.badToken, Message(kind: .event, domain: "AppEvent", code: "ExamCreated")]
    {
      let diagram = Diagram(tree, route: tree.route(of: message, raisedAt: 7))
      let drawing = Drawing(diagram)
      let picture = try #require(Picture(try diagram.render(as: .svg)))
      let arrows = picture.paths["i-\(message.kind.rawValue)", default: []]
      #expect(arrows.count == drawing.styles.count)
      for arrow in arrows {
        let tip = arrow.dropFirst().prefix { $0 != "L" }.split(separator: " ").compactMap {
          Double($0)
        }
        #expect(
          drawing.layout.boxes.contains { box in
            message.kind == .event
              ? tip[1] == box.y || tip[0] == box.x
              : tip[1] == box.maxY && tip[0] == box.x + box.width / 2
          })
      }
    }
  }

  @Test func `a legend says what the marks mean, of those that occur`() throws {
    let tree = try Trees.examMaster()
    func legend(_ diagram: Diagram) -> String {
      diagram.legend.pieces.map(\.text).joined()
    }
    #expect(
      legend(Diagram(tree, route: tree.route(of: Trees.badToken, raisedAt: 7)))
        == "▲ error    △ bubble    ▼ event  that a model is registered for    ━▶  its way, hop by hop"
    )
    #expect(legend(Diagram(tree, root: 5)) == "")
    #expect(
      legend(Diagram(tree, depth: 0))
        == "▲ error  that a model is registered for")
  }

  @Test func `a long title is wrapped between its subject and the rest`() {
    var row = TextRow("error A.b", isBold: true)
    row.add(", raised at Model")
    row.add(", handled by AnotherModel")
    let lines = row.lines(width: 180, size: 11)
    #expect(
      lines.map { $0.pieces.map(\.text).joined() } == [
        "error A.b, raised at Model", ", handled by AnotherModel",
      ])
    #expect(lines.allSatisfy { $0.width(size: 11) <= 180 })
  }

  @Test func `a line to a box leaves out what another covers`() {
    typealias Point = TreeLayout.Point
    let first = [Point(x: 0, y: 0), Point(x: 0, y: 20), Point(x: 9, y: 20)]
    let second = [Point(x: 0, y: 0), Point(x: 0, y: 50), Point(x: 9, y: 50)]
    let aside = [
      Point(x: 0, y: 0), Point(x: 0, y: 5), Point(x: 30, y: 5), Point(x: 30, y: 20),
    ]
    #expect(RouteLine.rest(of: second, after: first) == [Point(x: 0, y: 20)] + second[1...])
    #expect(RouteLine.rest(of: aside, after: first) == Array(aside[1...]))
    #expect(RouteLine.rest(of: first, after: []) == first)
  }

  @Test(.enabled(if: Tool.isInstalled("neato")), arguments: [12, 80])
  func `neato draws boxes where they are laid out`(count: Int) throws {
    let drawing = Drawing(Diagram(try Trees.random(count, seed: 3)))
    let dot = try drawing.bytes(as: .dot)
    let plain = try #require(Tool("neato")).run(["-n2", "-Tplain"], input: dot)
    #expect(plain.status == 0)
    var places: [String: (x: Double, y: Double)] = [:]
    for line in String(decoding: plain.output, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("node ") {
      let words = line.split(separator: " ")
      if let x = Double(words[2]), let y = Double(words[3]) {
        places[String(words[1])] = (x * 72, y * 72)
      }
    }
    #expect(places.count == count)
    let boxes = drawing.layout.boxes
    let ids = drawing.positions.map { "n\(drawing.diagram.snapshot[$0].id)" }
    let top = try #require(places[ids[0]])
    for (id, box) in zip(ids, boxes) {
      let place = try #require(places[id])
      let (dx, dy) = (place.x - top.x, top.y - place.y)
      #expect(abs(dx - (box.x + box.width / 2 - boxes[0].x - boxes[0].width / 2)) < 1)
      #expect(abs(dy - (box.y + box.height / 2 - boxes[0].y - boxes[0].height / 2)) < 1)
    }
  }
}
