#if os(Linux)
  @testable import Holders
  import Testing

  /// Who holds an object, in a program that plants a holder.
  @Suite struct PlantedCaseTests {
    /// A case, and the first path that is found.
    static let cases: KeyValuePairs = [
      "array": """
      static Keeper.shared  lives as long as the app
      .actions  an array's element  ~ suspect
      closure #2 in Keeper.plantArray(_:)  captures it  ~ suspect
      """,
      "dictionary": """
      static Keeper.shared  lives as long as the app
      .retries  a dictionary's value  ~ suspect
      closure #2 in Keeper.plantDictionary(_:)  captures it  ~ suspect
      """,
      "set": """
      static Keeper.shared  lives as long as the app
      .members[].run  a set's element  ~ suspect
      closure #1 in Keeper.plantSet(_:)  captures it  ~ suspect
      """,
      "task": """
      task closure #1 in Keeper.plantTask(_:)  hasn't ended  ~ suspect
      """,
      "stream": """
      static Keeper.shared  lives as long as the app
      .reader  a property
      task closure #1 in Keeper.plantStream(_:)  hasn't ended  ~ suspect
      """,
      "delegate": """
      static Keeper.shared  lives as long as the app
      .delegate  a property
      """,
      "cycle": """
      a cycle that nothing outside it holds
      Victim.partner  a property
      Partner.victim  a property
      """,
      "closure-cycle": """
      a cycle that nothing outside it holds
      Victim.handler  a property
      closure #1 in Keeper.plantClosureCycle(_:)  captures it  ~ suspect
      """,
      "static": """
      static Keeper.current  lives as long as the app
      """,
      "actor": """
      static Counter.shared  lives as long as the app
      .watched  a property
      """,
      "thread": """
      the stack of thread N  a local variable, or the rest of one
      Thread._main  a property
      closure #1 in Keeper.plantThread(_:)  captures it  ~ suspect
      """,
      "timer": """
      a timer of Dispatch  belongs to a library
      memory that no type describes
      closure #1 in Keeper.plantTimer(_:)  captures it  ~ suspect
      """,
      "lazy": """
      static Keeper.shared  lives as long as the app
      .worker  a property
      Worker.owner  a property
      """,
      "autoclosure": """
      static Keeper.shared  lives as long as the app
      .message  a property
      implicit closure #1 in Keeper.plantAutoclosure(_:)  captures it  ~ suspect
      """,
      "box": """
      static Keeper.shared  lives as long as the app
      .first  a property
      closure #1 in Keeper.plantBox(_:)  captures it  ~ suspect
      """,
      "captures": """
      static Keeper.shared  lives as long as the app
      .first  a property
      closure #1 in Keeper.plantCaptures(_:)  captures it  ~ suspect
      """,
      "values": """
      static Keeper.shared  lives as long as the app
      .first  a property
      closure #1 in Keeper.plantValues(_:)  captures it  ~ suspect
      """,
      "phase": """
      static Keeper.shared  lives as long as the app
      .phase.waiting  a property
      closure #1 in Keeper.plantPhase(_:)  captures it  ~ suspect
      """,
      "phase-cycle": """
      a cycle that nothing outside it holds
      Victim.handler  a property
      closure #1 in Keeper.plantPhaseCycle(_:)  captures it  ~ suspect
      Keeper.delegate  a property
      """,
      "result": """
      static Keeper.shared  lives as long as the app
      .loading  a property
      a task  its result
      """,
      "weak": """
      static Keeper.only  lives as long as the app
      """,
      "unowned": """
      static Keeper.only  lives as long as the app
      """,
    ]

    /// The block of a notification lies in the private dictionaries of a library, which may change.
    @Test func aNotificationsBlockIsFound() throws {
      let victim = try VictimProcess("notification")
      let path = try #require(try Self.scan(victim).objects.first?.paths.first)
      #expect(path.root == HoldRoot(.global, "_defaultCenter"))
      #expect(path.steps.last?.function == "closure #1 in Keeper.plantNotification(_:)")
    }

    /// A path without columns, indentation, and the number of a thread.
    private static func text(_ path: HoldPath?) -> String? {
      path?.lines.map { line in
        let subject = line.subject.replacing(/thread \d+, \w+/, with: "thread N")
        return [subject, line.remark, line.isSuspect ? "~ suspect" : ""].filter { !$0.isEmpty }
          .joined(separator: "  ")
      }.joined(separator: "\n")
    }

    @Test func aPathIsShownInColumns() {
      let path = HoldPath(
        root: HoldRoot(.static, "Uploader.shared"),
        steps: [
          HoldStep(.element, type: "Uploader", field: "retries", collection: .value),
          HoldStep(.capture, function: "closure #1 in Uploader.start(_:)"),
        ])
      #expect(
        path.text(after: "held by  ").joined(separator: "\n") == """
          held by  static Uploader.shared                lives as long as the app
                     .retries                            a dictionary's value  ~ suspect
                       closure #1 in Uploader.start(_:)  captures it  ~ suspect
          """)
    }

    private static func scan(_ victim: VictimProcess) throws -> HolderReport {
      try MemoryScan(ProcessMemory(ofProcess: victim.pid))
        .answer([victim.address])
    }

    @Test func aReferenceThatIsNowhereIsCounted() throws {
      let victim = try VictimProcess("forgotten")
      let report = try Self.scan(victim)
      let object = try #require(report.objects.first)
      #expect(object.paths == [])
      #expect(
        report.scanned.unexplained(object)
          == "no holder was found, so its 1 strong reference may be in a register, or C code's")
    }

    @Test func theShortestPathIsFirst() throws {
      let victim = try VictimProcess("several")
      let object = try #require(try Self.scan(victim).objects.first)
      #expect(
        object.paths.map(Self.text) == [
          "static Keeper.current  lives as long as the app",
          """
          static Keeper.shared  lives as long as the app
          .delegate  a property
          """,
          """
          static Keeper.shared  lives as long as the app
          .retries  a dictionary's value  ~ suspect
          closure #1 in Keeper.plantSeveral(_:)  captures it  ~ suspect
          """,
          """
          task closure #1 in Keeper.plantTask(_:)  hasn't ended  ~ suspect
          """,
        ])
    }

    @Test(arguments: ["weak", "unowned", "unlike"])
    func whatDoesNotRetainIsNoHolder(planted: String) throws {
      let victim = try VictimProcess(planted)
      let object = try #require(try Self.scan(victim).objects.first)
      #expect(object.paths.map(Self.text) == ["static Keeper.only  lives as long as the app"])
      #expect(object.strongReferences == 1)
    }

    @Test func theResultsOfAGroupsChildrenAreFound() throws {
      let victim = try VictimProcess("group")
      let path = try #require(try Self.scan(victim).objects.first?.paths.first)
      #expect(path.root?.kind == .task)
      #expect(path.root?.name == "closure #1 in closure #1 in Keeper.plantGroup(_:)")
    }

    /// What a run loop holds, it holds in memory behind Foundation's objects that nothing describes.
    @Test func aTimerOfTheRunLoopIsNoCycleThatNothingHolds() throws {
      let victim = try VictimProcess("run-loop")
      let path = try #require(try Self.scan(victim).objects.first?.paths.first)
      #expect(path.lines.first?.subject == "a cycle")
      #expect(path.steps.last?.function == "closure #1 in Keeper.plantRunLoop(_:)")
    }

    @Test func aLongPathIsCut() throws {
      let victim = try VictimProcess("list")
      let path = try #require(try Self.scan(victim).objects.first?.paths.first)
      #expect(path.root == HoldRoot(.static, "Keeper.shared"))
      #expect(path.steps.compactMap(\.more).first ?? 0 > 4_900)
      #expect(path.lines.count < 25)
      #expect(path.lines.map(\.subject).contains { $0.hasPrefix("… 49") && $0.hasSuffix(" more") })
      #expect(path.steps.last?.field == "victim")
    }

    @Test(arguments: cases.map { ($0.key, $0.value) })
    func theHolderIsFirst(planted: String, path: String) throws {
      let victim = try VictimProcess(planted)
      let report = try Self.scan(victim)
      let object = try #require(report.objects.first)
      #expect(object.type == "Victim")
      #expect(Self.text(object.paths.first) == path)
      #expect(report.scanned.missing == [])
    }
  }
#endif
