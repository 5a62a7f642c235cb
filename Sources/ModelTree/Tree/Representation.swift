/// A screen object that shows a model.
///
/// Once applied, it determines the model's life in the tree: when it is deallocated, the model
/// leaves its parent. The model doesn't retain it.
///
/// ```swift
/// final class PickerScreen: Representation {
///   var tie: RepresentationTie?
/// }
/// ```
@MainActor
public protocol Representation: AnyObject {
  /// The tie to the object's model; nil until it is applied.
  var tie: RepresentationTie? { get set }
}

/// The tie between a model and the object that shows it. Only the object retains it.
@MainActor
public final class RepresentationTie {
  /// The model; nil once it is deallocated.
  public private(set) weak var model: Model?
  private var isTied = true

  init(_ model: Model) { self.model = model }

  /// Keeps the model in its tree when the object is deallocated.
  func loosen() { isTied = false }

  deinit {
    if isTied { onMainActor { [weak model] in model?.representationDidEnd() } }
  }
}

extension Model {
  /// Ties the model to the object that shows it: when the object is deallocated, the model leaves
  /// its parent. A previous object is no longer tied to the model.
  ///
  /// - Parameter representation: the object, which retains the tie and isn't retained.
  public func applyRepresentation(_ representation: some Representation) {
    (self.representation as? any Representation)?.tie?.loosen()
    let tie = RepresentationTie(self)
    representation.tie = tie
    show(representation)
  }
}
