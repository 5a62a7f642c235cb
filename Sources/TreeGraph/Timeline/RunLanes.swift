package import TextIO

/// Two runs to be drawn as two lanes, which are one until the runs part.
package struct RunLanes {
  /// A record of one run.
  package struct Step {
    /// Its number in the journal.
    var number: SafeText
    var text: SafeText

    /// Creates a step.
    package init(number: SafeText, text: SafeText) {
      self.number = number
      self.text = text
    }
  }

  /// What one run did where both part, and what that led to.
  package struct Lane {
    var name: SafeText
    /// The first step; nil if this run did nothing there.
    var first: Step?
    var consequences: [Step]

    /// Creates a lane.
    package init(name: SafeText, first: Step?, consequences: [Step]) {
      self.name = name
      self.first = first
      self.consequences = consequences
    }
  }

  /// The lanes of the older and the newer run.
  package var lanes: [Lane]
  /// The part before, in lines; the first one says how long it is.
  package var alike: [SafeText]
  /// Whether the runs part.
  package var isParting: Bool
  /// The other differences, in lines.
  package var others: [SafeText]

  /// Creates a drawing's content.
  ///
  /// - Parameter lanes: The lanes of the older and the newer run.
  package init(lanes: [Lane], alike: [SafeText], isParting: Bool, others: [SafeText]) {
    self.lanes = lanes
    self.alike = alike
    self.isParting = isParting
    self.others = others
  }

  /// The maximum number of consequences and other differences to draw.
  package static let usualLines = 20

  /// The drawing as SVG. Costs time and memory in proportion to its lines.
  package var svg: [UInt8] { RunLanesWriter.bytes(of: self) }
}
