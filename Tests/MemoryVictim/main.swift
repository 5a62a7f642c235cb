import Dispatch
import Foundation

// Plants a holder of a `Victim`, prints the victim's address, and waits for the end of its input.

/// The address of a new victim for whom a case has planted a holder. Its bits are inverted, so that
/// this program itself has no copy of the address.
@inline(never)
func plant(_ name: String) -> UInt? {
  guard let plant = PlantedCases.all[name] else { return nil }
  let victim = Victim()
  plant(Keeper.shared)(victim)
  return ~UInt(bitPattern: Unmanaged.passUnretained(victim).toOpaque())
}

@inline(never)
func run() {
  guard let planted = plant(CommandLine.arguments.dropFirst().first ?? "") else {
    print("cases: \(PlantedCases.all.keys.sorted().joined(separator: " "))")
    exit(2)
  }
  // Lets a task reach its suspension.
  Thread.sleep(forTimeInterval: 0.05)
  print("0x\(String(~planted, radix: 16))")
  fflush(nil)
}

run()
while readLine() != nil {}
