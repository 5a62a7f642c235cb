#if os(Linux)
  import Holders
  import TestSupport
  import Testing

  /// The objects of a process as a tree.
  @Suite struct ObjectTreeTests {
    /// Each object as its class and property, indented by its level.
    private func lines(_ tree: ObjectTree) -> [String] {
      func lines(below parent: Int?, _ level: Int) -> [String] {
        tree.nodes.indices.filter { tree.nodes[$0].parent == parent }.flatMap { index in
          let node = tree.nodes[index]
          let line = String(repeating: "  ", count: level) + node.type
          return [node.property.isEmpty ? line : "\(line) \(node.property)"]
            + lines(below: index, level + 1)
        }
      }
      return lines(below: nil, 0)
    }

    private func tree(_ planted: String, _ type: String) throws -> ObjectTree {
      let victim = try VictimProcess(planted)
      return MemoryScan(try ProcessMemory(ofProcess: victim.pid)).tree(below: type)
    }

    @Test func propertiesLeadToObjects() throws {
      #expect(
        lines(try tree("lazy", "Keeper")) == ["Keeper", "  Worker worker", "    Victim owner"])
      #expect(lines(try tree("delegate", "Keeper")) == ["Keeper", "  Victim delegate"])
    }

    @Test func weakAndUnownedReferencesAndClosuresLeadNowhere() throws {
      for planted in ["weak", "unowned", "dictionary", "captures"] {
        #expect(lines(try tree(planted, "Keeper")) == ["Keeper"], "\(planted)")
      }
    }

    @Test func aCycleEnds() throws {
      #expect(
        lines(try tree("cycle", "Victim")).sorted()
          == ["  Partner partner", "Victim", "Victim"])
      #expect(lines(try tree("cycle", "Partner")) == ["Partner", "  Victim victim"])
    }

    @Test func anObjectBelowAnotherOfItsClassIsNotAtTheTop() throws {
      #expect(
        lines(try tree("chain", "Link"))
          == ["Link", "  Link next[]", "    Link next[]", "  Link next[]"])
    }

    @Test func aClassWithoutObjectsHasNone() throws {
      let tree = try tree("cycle", "Nothing")
      #expect(tree.nodes.isEmpty && tree.scanned.objects > 0)
    }
  }
#endif
