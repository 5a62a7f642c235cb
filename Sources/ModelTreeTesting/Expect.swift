/// Fails the test that runs if something is not as it should be.
///
/// - Returns: whether it is.
func expect(_ site: CallSite, _ failure: (CallSite) -> Failure?) -> Bool {
  guard let failure = failure(site) else { return true }
  failure.record(at: site)
  return false
}
