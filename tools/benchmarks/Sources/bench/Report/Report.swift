/// Prints rows as they come.
protocol Report {
  func begin()
  func add(_ row: Row)
}
