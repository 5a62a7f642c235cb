// The runtime's own functions behind `Mirror` and `print`, for what those don't reveal: the name of
// a case whose type has a description, and which properties own their targets. They are part of the
// ABI since Swift 5 and 5.2, and can't be removed, because binaries compiled then call them.

/// The runtime's description of a property, in the layout of its C structure.
struct FieldFacts {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func recursiveChildMetadata(
  _ type: Any.Type, index: Int, facts: UnsafeMutablePointer<FieldFacts>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveCount")
func recursiveChildCount(_ type: Any.Type) -> Int

// Nil if the binary contains no reflection metadata.
@_silgen_name("swift_EnumCaseName")
func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
