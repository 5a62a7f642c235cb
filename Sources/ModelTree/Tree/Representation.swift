/// A screen object that shows a model.
///
/// Once it is applied, the model depends on it: when the object is deallocated, the model leaves its
/// parent. The model does not retain the object.
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

/// The tie between a model and the object that shows it. The object alone retains it.
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
  /// Ties the model to the object that shows it: when the object is deallocated, the model leaves its
  /// parent. An object that showed the model before is no longer tied to it.
  ///
  /// - Parameter representation: the object, which retains the tie and is not retained.
  public func applyRepresentation(_ representation: some Representation) {
    (self.representation as? any Representation)?.tie?.loosen()
    let tie = RepresentationTie(self)
    representation.tie = tie
    show(representation)
  }
}
