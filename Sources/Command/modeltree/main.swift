#if Command
  import TreeConsole

  ModelTreeCommand.main()
#else
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  let advice = """
    modeltree: built without its trait; depend on model-tree with 'traits: ["Command"]', or build it in a clone

    """
  _ = advice.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
#endif
