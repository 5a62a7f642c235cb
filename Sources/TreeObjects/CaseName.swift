/// The name of an enum's case as its declaration has it, whatever the type says of itself in
/// `description`, and without what the case carries; nil for a value of another kind.
func caseName<Value>(of value: Value) -> String? { enumCaseName(value).map(String.init(cString:)) }

/// What tells a value from others of its type: the name of a case. A value of another kind is told
/// by its description, and by the name of its type where it has none of its own.
func messageCode<Value>(of value: Value) -> String {
  if let name = caseName(of: value) { return name }
  let text = String(describing: value)
  return value is any CustomStringConvertible ? text : String(text.prefix { $0 != "(" })
}

// What `print` names a case with. Only here can it be asked for a type that has a description:
// `Mirror` names the cases that carry something, and no others. The runtime's ABI has had it since
// Swift 5; where a binary holds no reflection metadata it gives nil, and `print` no name either.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
