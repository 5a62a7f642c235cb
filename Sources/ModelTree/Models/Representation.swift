/// A screen object that shows a model.
///
/// Once it was applied, the model goes with it: when the object is gone, the model leaves its
/// parent. The model does not retain the object.
///
/// ```swift
/// final class PickerScreen: Representation {
///   var tie: RepresentationTie?
/// }
/// ```
public protocol Representation: AnyObject {
  /// Where the object keeps what ties it to its model; nil until it is applied.
  var tie: RepresentationTie? { get set }
}

/// What ties a model to the object that shows it. It is the object's alone, so it goes with it.
public final class RepresentationTie {
  /// The model; nil once it is gone.
  public private(set) weak var model: Model?
  private var isTied = true

  init(_ model: Model) { self.model = model }

  /// Lets the object go without its model.
  func loosen() { isTied = false }

  deinit {
    if isTied { model?.removeFromParent() }
  }
}

extension Model {
  /// Ties the model to the object that shows it: when the object is gone, the model leaves its
  /// parent. One that showed the model before no longer does, and may go without it.
  ///
  /// - Parameter representation: the object, which retains the tie and is not retained.
  public func applyRepresentation(_ representation: some Representation) {
    (self.representation as? any Representation)?.tie?.loosen()
    let tie = RepresentationTie(self)
    representation.tie = tie
    show(representation)
  }
}
