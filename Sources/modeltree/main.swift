import TreeConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

exit(ModelTreeCommand.run(Array(CommandLine.arguments.dropFirst())))
