import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@testable import SpecLanguage
@testable import TreeSpec

#if DEBUG
  /// What once grew with the square of a tree, a spec or a message's subscriptions: of twice the size it
  /// takes twice the steps, and some.
  @Suite struct `Twice the size takes twice the steps` {
    struct Work: CustomTestStringConvertible, Sendable {
      var testDescription: String
      /// The smaller size.
      var size = 400
      /// Prepares the work of a size, which is then counted.
      var prepare: @Sendable (Int) throws -> () throws -> Void
    }

    @Test(arguments: all)
    func `for`(work: Work) throws {
      let single = try steps(work, work.size)
      let double = try steps(work, 2 * work.size)
      #expect(single > 0, "nothing was counted")
      #expect(double <= single * 9 / 4, "\(single) steps, then \(double)")
    }

    private func steps(_ work: Work, _ size: Int) throws -> Int {
      let work = try work.prepare(size)
      return try Steps.count { try work() }
    }

    static let all =
      [
        check("nested lines under children: deep on a chain") { size in
          let lines = (0..<20).map { String(repeating: "  ", count: $0) + "Link" }
          return (chain(size), ["default children: deep"] + lines)
        },
        check("nested lines of different names under children: deep") { size in
          let lines = (0..<20).map { String(repeating: "  ", count: $0) + "/Lin.|N\($0)/" }
          return (chain(size), ["default children: deep"] + lines)
        },
        // Up to 2,000 each line is compared with each model.
        check("labeled siblings in reverse order", size: 2_100) { size in
          (
            table((0..<size).reversed()),
            ["default children: exact ordered", "Table"]
              + (0..<size).map { "  Cell [label=\($0)]" }
          )
        },
        check("lines that may be absent") { size in
          (table(0..<size), ["Table"] + Array(repeating: "  /C[eu]ll/ ?", count: size))
        },
        check("lines under contains ordered") { size in
          (
            table(0..<size),
            ["default children: contains ordered", "Table"]
              + (0..<size / 2).map { "  C* [label=\($0 * 2)]" }
          )
        },
      ]
      + ["contains", "exact", "exact ordered", "contains ordered", "deep"].map { mode in
        Work(testDescription: "a patch to other models under children: \(mode)", size: 1_000) {
          size in
          let spec = try Spec(
            (["tree-spec 1", "default children: \(mode)", "Table"]
              + (0..<size).map { "  Old\($0 * 7919)Row" }).joined(separator: "\n"))
          let tree = try snapshot(
            [#"{"id": 0, "type": "Table"}"#]
              + (0..<size).map {
                #"{"id": \#($0 + 1), "parent": 0, "type": "New\#($0 * 104_729)"}"#
              })
          return { _ = try SpecPatch(spec, to: tree) }
        }
      }
      + [
        Work(testDescription: "the lines of registrations, for many codes of one model") { size in
          let codes = (0..<size).map {
            #"{"kind": "error", "domain": "D", "code": "\#($0)", "source": "A.swift:\#($0)"}"#
          }
          let tree = try snapshot(
            [#"{"id": 1, "type": "A", "handles": [\#(codes.joined(separator: ", "))]}"#])
          let keys = Array(MessageIndex(tree).messages)
          return {
            let sources = RegistrationSources(tree)
            for key in keys { _ = sources.source(taking: key, at: 0) }
            Steps.note(keys.count)
          }
        },
        Work(testDescription: "the sessions in which nobody receives events, for many events") {
          size in
          // All but the last one are around the model that receives them.
          let sessions = (1...size).map {
            #"{"id": \#($0), "parent": \#($0 - 1), "type": "S", "session": true}"#
          }
          let events = (0..<size).map {
            #"{"kind": "event", "domain": "D", "code": "\#($0)"}"#
          }
          let tree = try snapshot(
            [#"{"id": 0, "type": "S", "session": true}"#] + sessions
              + [
                #"{"id": \#(size + 1), "parent": \#(size), "type": "A", "handles": ["#
                  + events.joined(separator: ", ") + "]}",
                #"{"id": \#(size + 2), "parent": 0, "type": "Deaf", "session": true}"#,
                #"{"id": \#(size + 3), "parent": \#(size + 2), "type": "A"}"#,
              ])
          return {
            for coverage in tree.coverages(raisedAt: nil) where coverage.firstLost != [size + 2] {
              Issue.record("\(coverage.message) is lost in \(coverage.firstLost)")
            }
          }
        },
        Work(testDescription: "a chain whose ids stand backwards") { size in
          let nodes = chain(size).reversed().map(\.self)
          return { _ = try snapshot(nodes) }
        },
        Work(testDescription: "the paths of a chain, as they are shown") { size in
          let tree = try snapshot(chain(size))
          return {
            let paths = NodePaths(tree)
            for position in tree.positions { _ = paths.shortPath(of: position) }
            Steps.note(tree.count)
          }
        },
        written("routes from each of many siblings, as they are written") { id in
          id == 1 ? [] : [1]
        },
        written("routes from siblings half of which take the message") { id in
          id.isMultiple(of: 2) ? [1] : []
        },
        Work(testDescription: "unknown messages of a spec, with what they may be") { size in
          let tree = try snapshot([
            #"{"id": 1, "type": "A", "handles": [{"kind": "error", "domain": "D", "code": "e"}]}"#
          ])
          let spec = try Spec(
            (["tree-spec 1", "A"] + (0..<size).map { "error Unknown.e\($0) from A => A" })
              .joined(separator: "\n"))
          return {
            _ = spec.check(tree)
            Steps.note(size)
          }
        },
      ]

    /// A tree of siblings that raise a message which some handle, against its own spec.
    ///
    /// - Parameter handlers: for the number of each sibling, how many subscriptions it has, one element each.
    private static func written(
      _ name: String, _ handlers: @escaping @Sendable (Int) -> [Int]
    ) -> Work {
      Work(testDescription: name, size: 1_000) { size in
        let message = #"{"kind": "error", "domain": "E", "code": "1"}"#
        let cells = (1...size).map { id in
          let own = handlers(id).map { _ in message }.joined(separator: ", ")
          return
            #"{"id": \#(id), "parent": 0, "type": "Cell", "#
            + #""handles": [\#(own)], "raises": [\#(message)]}"#
        }
        let tree = try snapshot([#"{"id": 0, "type": "Root", "session": true}"#] + cells)
        let spec = try Spec(SpecWriter(tree).write(title: nil))
        #expect(spec.assertions.count >= size - 1)
        return { #expect(spec.check(tree).isPassed) }
      }
    }

    private static func check(
      _ name: String, size: Int = 400,
      _ make: @escaping @Sendable (Int) -> (nodes: [String], lines: [String])
    ) -> Work {
      Work(testDescription: name, size: size) { size in
        let (nodes, lines) = make(size)
        let spec = try Spec((["tree-spec 1"] + lines).joined(separator: "\n"))
        let tree = try snapshot(nodes)
        return { _ = spec.check(tree) }
      }
    }

    private static func snapshot(_ nodes: [String]) throws -> Snapshot {
      try Snapshot(
        dump: "{\"format\": \"model-tree\", \"version\": 1, \"nodes\": [\n"
          + nodes.joined(separator: ",\n") + "\n]}\n")
    }

    private static func chain(_ count: Int) -> [String] {
      (1...count).map { id in
        id == 1
          ? #"{"id": 1, "type": "Link"}"#
          : #"{"id": \#(id), "parent": \#(id - 1), "type": "Link"}"#
      }
    }

    private static func table(_ labels: some Sequence<Int>) -> [String] {
      [#"{"id": 0, "type": "Table"}"#]
        + labels.map {
          #"{"id": \#($0 + 1), "parent": 0, "type": "Cell", "label": "\#($0)"}"#
        }
    }
  }
#endif
