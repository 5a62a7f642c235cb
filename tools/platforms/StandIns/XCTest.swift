// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations in XCTest on Apple platforms that this package uses. Linux's XCTest has no
// attachments.
public import Foundation

open class XCTestCase {
  public init() {}
}

open class XCTAttachment {
  public enum Lifetime: Int {
    case keepAlways
    case deleteOnSuccess
  }

  public init(data: Data, uniformTypeIdentifier: String) {}

  public var name: String?
  public var lifetime = Lifetime.deleteOnSuccess
}

@MainActor public protocol XCTActivity {
  func add(_ attachment: XCTAttachment)
}

public enum XCTContext {
  @MainActor public static func runActivity<Result>(
    named name: String, block: @MainActor (any XCTActivity) throws -> Result
  ) rethrows -> Result {
    fatalError("the stand-ins do not run")
  }
}

public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssert(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}
