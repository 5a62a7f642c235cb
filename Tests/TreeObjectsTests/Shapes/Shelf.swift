// Shelf.swift: observable view models, which SwiftUI's views hold in their state in an app.
import Observation

enum ShelfError: Error, CaseIterable { case offline }

@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor @Observable
final class BookModel {
  let title: String
  var isRead = false

  init(title: String) { self.title = title }
}

@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor @Observable
final class ShelfModel {
  private(set) var books: [BookModel] = []
  var selected: BookModel?

  func add(_ title: String) { books.append(BookModel(title: title)) }
}

/// What SwiftUI keeps of a view.
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor
final class ShelfView {
  let model = ShelfModel()
  private(set) var alert: ShelfError?

  func show(_ error: ShelfError) { alert = error }
}
