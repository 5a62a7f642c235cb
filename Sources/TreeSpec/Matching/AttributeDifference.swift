/// What is different between what a line says of a model and what the model is.
struct AttributeDifference: Hashable {
  /// What a line can say of a model besides its children, by the word for it.
  enum Attribute: String {
    case name, session, leaf, label, representation, source, handles, raises, services, state
  }

  enum Value: Hashable {
    /// Whether the model has the attribute, which takes no value.
    case flag(Bool)
    /// A value, or an element of a list.
    case element(SpecElement)

    var element: SpecElement? { if case .element(let element) = self { element } else { nil } }
  }

  var attribute: Attribute
  /// What should be there; nil where nothing more should.
  var expected: Value?
  /// What is there; nil where nothing is.
  var found: Value?
  /// What helps to see why.
  var hint: SpecHint?
}

/// What helps to see why an attribute is different.
enum SpecHint: Hashable {
  /// The line names what the tree does not know.
  case unknown(SpecFault)
  /// The entries of state that there are.
  case state([String])
  /// What is listed is there in this order.
  case order([SpecElement])
  /// A message is there and listed, but not as often.
  case repeated(found: Int, listed: Int)
}
