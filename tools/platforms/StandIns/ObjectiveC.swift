// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the module ObjectiveC declares of what this package calls.
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { nil }
