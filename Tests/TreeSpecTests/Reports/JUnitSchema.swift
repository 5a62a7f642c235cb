import Foundation

/// What the schemas of JUnit's XML that are in use have in common, at its strictest: every attribute
/// and element that one of them demands, and none that one of them does not know.
enum JUnitSchema {
  /// What `xmllint` says of a report; nil where it is not installed.
  static func validate(_ report: [UInt8]) throws -> (status: Int32, output: String)? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let path = folders.map { "\($0)/xmllint" }.first(
      where: FileManager.default.isExecutableFile(atPath:))
    guard let path else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appending(path: "junit.xsd")
    let file = folder.appending(path: "report.xml")
    try Data(text.utf8).write(to: schema)
    try Data(report).write(to: file)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = ["--noout", "--schema", schema.path(), file.path()]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  private static let text = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="testsuites"><xs:complexType><xs:sequence>
        <xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:simpleType name="word"><xs:restriction base="xs:token">
        <xs:minLength value="1"/>
      </xs:restriction></xs:simpleType>
      <xs:simpleType name="time"><xs:restriction base="xs:dateTime">
        <xs:pattern value="\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d"/>
      </xs:restriction></xs:simpleType>
      <xs:simpleType name="seconds"><xs:restriction base="xs:decimal">
        <xs:pattern value="\\d{1,3}(\\.\\d{1,3})?"/>
      </xs:restriction></xs:simpleType>
      <xs:complexType name="nothing"/>
      <xs:complexType name="suite">
        <xs:sequence>
          <xs:element name="properties"><xs:complexType><xs:sequence>
            <xs:element name="property" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
              <xs:attribute name="name" type="word" use="required"/>
              <xs:attribute name="value" type="xs:string" use="required"/>
            </xs:complexType></xs:element>
          </xs:sequence></xs:complexType></xs:element>
          <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
          <xs:element name="system-out" type="nothing"/>
          <xs:element name="system-err" type="nothing"/>
        </xs:sequence>
        <xs:attribute name="name" type="word" use="required"/>
        <xs:attribute name="package" type="xs:token" use="required"/>
        <xs:attribute name="id" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
        <xs:attribute name="timestamp" type="time" use="required"/>
        <xs:attribute name="hostname" type="word" use="required"/>
      </xs:complexType>
      <xs:complexType name="fault"><xs:simpleContent><xs:extension base="xs:string">
        <xs:attribute name="message" type="xs:string" use="required"/>
        <xs:attribute name="type" type="word" use="required"/>
      </xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="case">
        <xs:choice minOccurs="0">
          <xs:element name="failure" type="fault"/>
          <xs:element name="error" type="fault"/>
          <xs:element name="skipped"><xs:complexType>
            <xs:attribute name="message" type="xs:string" use="required"/>
          </xs:complexType></xs:element>
        </xs:choice>
        <xs:attribute name="name" type="word" use="required"/>
        <xs:attribute name="classname" type="xs:token" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
      </xs:complexType>
    </xs:schema>
    """
}
