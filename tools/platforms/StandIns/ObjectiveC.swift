// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations in the module ObjectiveC that this package uses.
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { nil }
