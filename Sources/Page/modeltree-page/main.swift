#if Command
  import Foundation
  import TreePage

  exit(await ModelTreePage.run(Array(CommandLine.arguments.dropFirst())))
#else
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  let advice =
    "modeltree-page: built without its trait; depend on model-tree with 'traits: [\"Command\"]'\n"
  _ = advice.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
#endif
