import Distributed
import SharedLibrary
import Testing
import TreeObjects
import TreeSnapshot

private final class LibraryUser {
  let registry = Registry()
  let entry = Registry.Entry()
  let extended = Registry.Page()
  let library = Box(Local())
  let local = LocalBox(Registry.Entry())
}

private final class Local { let title = "local" }
private final class LocalBox<Content> {
  let content: Content
  init(_ content: Content) { self.content = content }
}

extension Registry {
  /// A class of this module within one of another.
  final class Page { let title = "page" }
}

private class Cache { var values = ["a": Local()] }
private final class SmallCache: Cache {}
private final class CacheOwner {
  let cache: AnyObject = SmallCache()
  let local = Local()
}

@Suite struct `Classes that reflection reads` {
  private static let leftOut =
    #"what a class of SharedLibrary holds; .reflecting(modules: ["SharedLibrary"]) reads it"#

  private func text(_ root: AnyObject, _ adapter: InspectionAdapter) -> String {
    Snapshot(of: root, adapters: [adapter]).text(options: .state)
  }

  @Test func `by default they are those of the root's own module`() {
    #expect(
      text(LibraryUser(), .reflecting()) == """
        ──LibraryUser
           ├─Registry "registry"  | {left out: \(Self.leftOut)}
           ├─Entry "entry"  | {left out: \(Self.leftOut)}
           ├─Page "page"  | {title: page}
           ├─Box<Local> "library"  | {left out: \(Self.leftOut)}
           └─LocalBox<Entry> "local"
              └─Entry "content"  | {left out: \(Self.leftOut)}

        """)
  }

  @Test(arguments: [Reflection.Modules.all, ["SharedLibrary"]])
  func `others are read where their module is named, or all are`(modules: Reflection.Modules) {
    let tree = text(LibraryUser(), .reflecting(modules: modules, excluding: [Registry.self]))
    #expect(
      tree == """
        ──LibraryUser  | {registry: Registry}
           ├─Entry "entry"  | {name: entry}
           ├─Page "page"  | {title: page}
           ├─Box<Local> "library"
           │   └─Local "local"  | {title: local}
           └─LocalBox<Entry> "local"
              └─Entry "entry"  | {name: entry}

        """)
  }

  @Test func `the module of the root is read with those that are named`() {
    #expect(
      text(Registry.Entry(), .reflecting(modules: ["Other"]))
        == "──Entry \"entry\"  | {name: entry}\n")
  }

  @Test func `an excluded class is named in the state of what holds it, and so are those below it`()
  {
    let owner = CacheOwner()
    #expect(
      text(owner, .reflecting(excluding: [Cache.self]))
        == "──CacheOwner  | {cache: SmallCache}\n   └─Local \"local\"  | {title: local}\n")
    #expect(
      text(owner.cache, .reflecting(excluding: [Cache.self]))
        == "──SmallCache  | {left out: what an excluded class holds}\n")
  }

  @Test func `what a superclass of another module declares is not read`() {
    final class Screen: LibraryScreen { let title = "mine" }
    final class Mine: SelfDescribing { let title = "mine" }
    #expect(
      text(Screen(Registry()), .reflecting())
        == "──Screen \"mine\"  | {title: mine, left out: \(Self.leftOut)}\n")
    #expect(
      text(Mine(), .reflecting()) == "──Mine  | {left out: \(Self.leftOut)}\n")
  }

  @Test func `a distributed actor is named and not read`() {
    let worker = DistributedWorker(actorSystem: LocalTestingDistributedActorSystem())
    let reason = "what an actor holds; describe it with an InspectionAdapter"
    #expect(
      text(worker, .reflecting()) == "──DistributedWorker  | {left out: \(reason)}\n")
  }

  /// In another process, which would crash at a torn read.
  @Test func `a look survives threads of a library that change its dictionaries`() async {
    await #expect(processExitsWith: .success) {
      let user = LibraryUser()
      user.registry.begin(threads: 4)
      for _ in 0..<400 {
        #expect(Snapshot(of: user, adapters: [.reflecting()]).count == 7)
      }
      user.registry.end()
    }
  }
}

private distributed actor DistributedWorker {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  let secret = "nobody's business"
}
