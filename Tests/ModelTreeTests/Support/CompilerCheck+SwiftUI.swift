nonisolated extension CompilerCheck {
  /// A module for systems without SwiftUI: names of SwiftUI, Combine and SwiftData that an app has in
  /// scope. It is compiled, and nothing of it ever runs.
  static let interfaceModule = """
    @_exported import Observation

    private func absent<Value>() -> Value { fatalError("the module is there for its names") }

    @MainActor @preconcurrency public protocol View {
      associatedtype Body: View
      @ViewBuilder var body: Body { get }
    }
    extension Never: View {}
    extension Optional: View where Wrapped: View {}
    extension View where Body == Never { public var body: Never { absent() } }
    extension View {
      public func task(
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
      ) -> some View { self }
    }
    @resultBuilder public enum ViewBuilder {
      public static func buildBlock<each Part: View>(_ parts: repeat each Part) -> Group { absent() }
      public static func buildIf<Part: View>(_ part: Part?) -> Part? { part }
    }

    public struct Group: View {
      public init<Content: View>(@ViewBuilder content: () -> Content) {}
    }
    public struct List: View {
      public init<Content: View>(@ViewBuilder content: () -> Content) {}
    }
    public struct ForEach: View {
      public init<Items: RandomAccessCollection, ID: Hashable, Content: View>(
        _ items: Items, id: KeyPath<Items.Element, ID>,
        @ViewBuilder content: @escaping (Items.Element) -> Content
      ) {}
    }
    public struct Text: View { public init(_ text: String) {} }
    public struct Button: View {
      public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    }
    public struct Stepper: View { public init(_ title: String, value: Binding<Int>) {} }
    public struct Form: View {}
    public struct Image: View {}
    public struct Label: View {}
    public struct Link: View {}
    public struct Menu: View {}
    public struct Section: View {}
    public struct Table: View {}

    @MainActor @preconcurrency public protocol App {}
    @MainActor @preconcurrency public protocol Scene {}
    public struct Window: Scene {}
    public struct WindowGroup: Scene {}

    @propertyWrapper public struct State<Value> {
      public init() where Value: ExpressibleByNilLiteral {}
      public init(wrappedValue: Value) {}
      public var wrappedValue: Value { get { absent() } nonmutating set {} }
    }
    @propertyWrapper public struct Binding<Value> {
      public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
      public var wrappedValue: Value { get { absent() } nonmutating set {} }
    }
    @dynamicMemberLookup @propertyWrapper public struct Bindable<Value: Observable & AnyObject> {
      public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
      public var wrappedValue: Value
      public var projectedValue: Bindable<Value> { self }
      public subscript<Member>(
        dynamicMember member: ReferenceWritableKeyPath<Value, Member>
      ) -> Binding<Member> { absent() }
    }
    @propertyWrapper public struct Environment<Value> {
      public init(_ type: Value.Type) {}
      public var wrappedValue: Value { absent() }
    }

    public protocol ObservableObject: AnyObject {}
    @propertyWrapper public struct Published<Value> {
      public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
      public var wrappedValue: Value
    }
    public protocol Publisher {}
    public protocol Subject {}
    public protocol Subscriber {}
    public protocol Subscription {}
    public protocol Cancellable {}
    public struct Future: Publisher {}

    public protocol PersistentModel {}
    @attached(member) public macro Model() = #externalMacro(module: "SwiftUI", type: "Model")
    """
}
