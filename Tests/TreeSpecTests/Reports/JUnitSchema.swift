import TestSupport
import Testing

/// What the schemas of JUnit's XML that are in use have in common, at its strictest: every attribute
/// and element that one of them demands, and none that one of them does not know.
enum JUnitSchema {
  /// The errors of `xmllint` for a report.
  static func validate(_ report: [UInt8]) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "junit.xsd")
    let xmllint = try #require(Tool("xmllint"))
    return try xmllint.run(["--noout", "--schema", folder.path(of: "junit.xsd")], input: report)
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
