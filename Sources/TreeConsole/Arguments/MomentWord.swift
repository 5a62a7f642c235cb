import ArgumentParser
import TreeJournal

/// A moment on a command line.
///
/// It is read where it is used, so that what is wrong with it has words of its own.
struct MomentWord: Hashable, RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  /// The moment.
  ///
  /// - Throws: `MomentError` where the word is none.
  func moment() throws(MomentError) -> Moment {
    guard let moment = Moment(rawValue) else { throw .syntax(rawValue) }
    return moment
  }

  static var defaultCompletionKind: CompletionKind { .list([]) }
}
