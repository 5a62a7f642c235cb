// Basket.swift: the models of "Follow a model in SwiftUI".
import ModelTree
import Observation
@available(macOS 14, iOS 17, tvOS 17, *)
@Observable
final class ItemModel: Model {
  struct Drop: BubbleMessage { let item: ItemModel }

  let name: String
  var count = 1
  override var label: String? { name }

  init(name: String, parent: Model) {
    self.name = name
    super.init(parent: parent)
    mayRaise(Drop.self)
  }

  func drop() { raise(Drop(item: self)) }
}
@available(macOS 14, iOS 17, tvOS 17, *)
@Observable
final class BasketModel: Model {
  private(set) var items: [ItemModel] = []
  var total: Int { items.reduce(0) { $0 + $1.count } }

  override init(parent: Model) {
    super.init(parent: parent)
    register(for: ItemModel.Drop.self) { [weak self] drop in
      self?.items.removeAll { $0 === drop.item }
      drop.item.removeFromParent()
    }
  }

  func add(_ name: String) { items.append(ItemModel(name: name, parent: self)) }
}
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor func draw(_ body: () -> String) {
  print(withObservationTracking(body) { print("changes") })
}
@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor func fillABasket() {
  let session = Session()
  let basket = BasketModel(parent: session)
  draw { "\(basket.items.count) items" }
  basket.add("tea")
  draw { "\(basket.total) in all" }
  basket.items[0].count = 3
  basket.add("milk")
  draw { basket.items.map(\.name).joined(separator: ", ") }
  basket.items[0].count = 2
  basket.items[0].drop()
  session.printSessionTree()
}
