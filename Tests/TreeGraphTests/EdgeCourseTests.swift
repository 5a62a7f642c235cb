import Testing

@testable import TreeGraph

@Suite struct `The course of an edge` {
  typealias Point = TreeRouting.Point

  @Test(arguments: [
    "27.0,71.7 27.0,64.4 27.0,56.1 27.0,48.5",
    "e,27.0,36.5 27.0,71.7 27.0,64.4 27.0,56.1 27.0,48.5",
    "s,27.0,80.0 e,27.0,36.5 27.0,71.7 27.0,64.4 27.0,56.1 27.0,48.5",
  ])
  func `what Graphviz writes comes back`(attribute: String) {
    #expect(EdgeCourse(attribute)?.attribute == attribute)
  }

  @Test(arguments: ["", "e,27,36", "1,2 3", "1,x", "1,2 3,4;5,6 7,8"])
  func `what is no single curve is none`(attribute: String) {
    #expect(EdgeCourse(attribute) == nil)
  }

  @Test func `large numbers are read as they are written`() {
    #expect(EdgeCourse.point("2.2512e+05,-0.5") == Point(x: 225_120, y: -0.5))
  }

  @Test func `arrows keep their length on a new path`() throws {
    var course = try #require(EdgeCourse("s,0,100 0,90 0,60 0,40 0,10"))
    course.follow([Point(x: 0, y: 80), Point(x: 0, y: 50), Point(x: 30, y: 50), Point(x: 30, y: 5)])
    #expect(
      course.attribute
        == "s,0.0,80.0 0.0,70.0 0.0,70.0 0.0,50.0 0.0,50.0 0.0,50.0 30.0,50.0 30.0,50.0"
        + " 30.0,50.0 30.0,5.0 30.0,5.0")
    var downwards = try #require(EdgeCourse("e,0,0 0,90 0,60 0,40 0,10"))
    downwards.follow([Point(x: 0, y: 80), Point(x: 0, y: 20)])
    #expect(downwards.attribute == "e,0.0,20.0 0.0,80.0 0.0,80.0 0.0,30.0 0.0,30.0")
  }
}
