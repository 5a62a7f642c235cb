// LibraryPrompt.swift: a library with a prompt inside.
import ModelTree
import ModelTreeInspector
import ModelTreeJournal
import TreeObjects

enum LibraryEvent: String, GlobalEventName { case bookReturned = "BookReturned" }

final class Library: Session {
  override func sessionDidLoad() {
    register(for: LibraryEvent.bookReturned) { _ in print("thank you") }
  }

  func lend(_ title: String) throws {
    if children.contains(where: { $0.label == title }) { throw IsLent(title: title) }
    _ = Book(title, parent: self)
  }
}

final class Book: Model {
  private let title: String
  override var label: String? { title }

  init(_ title: String, parent: Model) {
    self.title = title
    super.init(parent: parent)
  }
}

struct IsLent: Error, CustomStringConvertible {
  let title: String
  var description: String { "'\(title)' is lent already" }
}

@MainActor func inspector(of library: Library) -> Inspector {
  let lend = Inspector.Action("lend TITLE", help: "Lends a book.") { words in
    try library.lend(words[0])
    return "lent \(words[0])"
  }
  return Inspector(name: "Library", actions: [lend]) { library }
}

@MainActor func showEmma() async -> Int32 {
  let library = Library()
  library.open()
  return await inspector(of: library).repl(commands: ["do lend Emma", "print"])
}

@MainActor func recordingInspector(of library: Library) -> Inspector {
  Inspector(name: "Library", journal: Journal(bytes: 1 << 20)) { library }
}

enum ShelfErrors: String, Error, CaseIterable { case full }

@MainActor final class Shelf {
  private let journal: Journal
  private(set) var books = 12

  init(journal: Journal) { self.journal = journal }

  func add(at desk: Shelf) {
    if books < 12 {
      books += 1
      return
    }
    journal.record(.error(ShelfErrors.full), raisedBy: self, takenBy: [desk]) { desk.makeRoom() }
  }

  func makeRoom() { books = 0 }
}
