import Foundation
import TestSupport
import Testing

@testable import Holders

/// The memory of an app on a Mac, as far as a file and a few blocks make one.
///
/// `Apple.program` is this program, compiled and linked for macOS on x86_64:
///
///     public final class Victim { var number = 7; init() {} }
///     public class Base { var first: Victim? = nil; init() {} }
///     public final class Keeper: Base { var count = 3; let victim = Victim(); static let shared = Keeper() }
///     @main struct App { static func main() { _ = Keeper.shared } }
private struct AppleMemory: MemorySource {
  let regions: [MemoryRegion]
  var images: [LoadedImage]?
  var blocks: [AllocatedBlock]?
  let threadStacks: (stacks: [ThreadStack], missing: String?) = ([], nil)
  let missing: String? = nil
  private var contents: [(start: UInt, bytes: [UInt8])] = []

  /// Where the linker put the program, and where it is loaded.
  private static let linked: UInt = 0x1_0000_0000
  static let start: UInt = 0x1_0a40_0000
  /// The addresses of a variable and of classes, as `llvm-objdump --syms` lists them.
  static let shared = start + 0x34b0
  static let (victimClass, keeperClass) = (start + 0x3080, start + 0x31d8)
  /// The blocks' addresses. The allocator puts no size before them.
  static let (victim, keeper, other) = (
    UInt(0x6000_0000_0020), UInt(0x6000_0000_0040), UInt(0x6000_0000_0080)
  )

  /// - Parameters:
  ///   - mask: what an object's first word has besides its class's address.
  ///   - isShared: whether the program lies in a file with others, as the system's libraries do.
  ///   - hasCounts: whether the keeper counts references as Swift does.
  init(mask: UInt = 0, isShared: Bool = false, hasCounts: Bool = true) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Apple.program")
    var program = [UInt8](try Data(contentsOf: file))
    // Memory consists of pages.
    program += Array(repeating: 0, count: 0x6000 - program.count)
    // The loader moves each address that is stored in the program.
    for offset in stride(from: 0x2000, to: 0x4000, by: 8) {
      let word = Self.word(program, offset)
      if (Self.linked..<Self.linked + 0x4000).contains(word) {
        Self.set(&program, offset, word - Self.linked + Self.start)
      }
    }
    Self.set(&program, 0x34b0, Self.keeper)
    // Where the code lies in the file, behind the header and the first segment's command.
    if isShared { Self.set(&program, 32 + 72 + 40, 0x5000_0000) }
    let flags = 0x31d8 + 40
    if !hasCounts { Self.set(&program, flags, Self.word(program, flags) & ~0xffff_ffff) }
    var heap = [UInt8](repeating: 0, count: 0x1000)
    for (address, type) in [
      (Self.victim, Self.victimClass), (Self.keeper, Self.keeperClass),
      (Self.other, Self.victimClass),
    ] {
      Self.set(&heap, Int(address & 0xff), type | mask)
      Self.set(&heap, Int(address & 0xff) + 8, 3)
    }
    // The keeper's properties: first, count, victim.
    Self.set(&heap, 0x40 + 24, 3)
    Self.set(&heap, 0x40 + 32, Self.victim)
    contents = [(Self.start, program), (0x6000_0000_0000, heap)]
    func region(
      _ start: UInt, _ count: UInt, _ words: String, isWritable: Bool, isCode: Bool = false
    )
      -> MemoryRegion
    {
      MemoryRegion(
        range: start..<start + count, isReadable: true, isWritable: isWritable,
        isExecutable: isCode,
        offset: 0, path: words)
    }
    regions = [
      region(Self.start, 0x2000, "[data]", isWritable: false, isCode: true),
      region(Self.start + 0x2000, 0x1000, "[data]", isWritable: false),
      region(Self.start + 0x3000, 0x1000, "[data]", isWritable: true),
      region(Self.start + 0x4000, 0x2000, "[data]", isWritable: false),
      region(0x6000_0000_0000, 0x1000, "[heap]", isWritable: true),
    ]
    images = [LoadedImage(path: "/Applications/App", address: Self.start)]
    blocks = [
      AllocatedBlock(address: Self.keeper, size: 48),
      AllocatedBlock(address: Self.victim, size: 32),
      AllocatedBlock(address: Self.other, size: 32),
    ]
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt.self) }
  }

  private static func set(_ bytes: inout [UInt8], _ offset: Int, _ word: UInt) {
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: word, toByteOffset: offset, as: UInt.self) }
  }

  func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    for (start, bytes) in contents where address >= start && address < start + UInt(bytes.count) {
      let part = bytes[Int(address - start)...].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    return 0
  }

  /// The same memory with flipped bits.
  func torn(_ seed: UInt64) -> AppleMemory {
    var torn = self
    var random = SeededGenerator(seed: seed)
    for part in torn.contents.indices {
      for _ in 0..<[4, 40, 400][Int(seed % 3)] {
        let place = random.next(below: torn.contents[part].bytes.count)
        torn.contents[part].bytes[place] ^= 1 << UInt8(random.next(below: 8))
      }
    }
    return torn
  }
}

@Suite struct AppleMemoryTests {
  // In the highest and the lowest bits, Objective-C's runtime counts references.
  @Test(arguments: [0, 0x0100_0000_0000_0001 as UInt])
  func aHolderIsFoundAmongListedBlocks(mask: UInt) throws {
    let report = MemoryScan(try AppleMemory(mask: mask)).answer(.type("Victim"))
    #expect(report.objects.map(\.type) == ["Victim", "Victim"])
    let held = try #require(report.objects.first { $0.address == AppleMemory.victim })
    #expect(held.paths.map(\.root) == [HoldRoot(.static, "Keeper.shared")])
    #expect(held.paths.first?.steps.map(\.field) == ["victim"])
    let other = try #require(report.objects.first { $0.address == AppleMemory.other })
    #expect(other.paths == [])
    #expect(report.scanned.missing == [])
    #expect(report.scanned.objects == 3)
    #expect(report.scanned.bytes == 112)
  }

  @Test func aLibraryOfTheSystemIsReadFromTheFileThatItShares() throws {
    let report = MemoryScan(try AppleMemory(isShared: true)).answer(.type("Victim"))
    let held = try #require(report.objects.first { $0.address == AppleMemory.victim })
    #expect(held.paths.map(\.root) == [HoldRoot(.static, "Keeper.shared")])
    #expect(held.paths.first?.steps.map(\.field) == ["victim"])
  }

  @Test func whatAnObjectBelowOneOfObjectiveCsHoldsIsDoubtful() throws {
    let report = MemoryScan(try AppleMemory(hasCounts: false)).answer(.type("Victim"))
    let held = try #require(report.objects.first { $0.address == AppleMemory.victim })
    #expect(held.paths.map(\.root) == [HoldRoot(.static, "Keeper.shared")])
    #expect(held.paths.first?.steps.map(\.isDoubtful) == [true])
  }

  @Test func aTreeIsReadFromAClassAndItsSuperclass() throws {
    let tree = MemoryScan(try AppleMemory()).tree(below: "Keeper")
    #expect(tree.nodes.map(\.type) == ["Keeper", "Victim"])
  }

  @Test func whatTheSystemListsAndNobodyCanReadIsMissing() throws {
    var memory = try AppleMemory()
    memory.images?.append(
      LoadedImage(path: "/usr/lib/libswiftCore.dylib", address: 0x7000_0000_0000))
    memory.blocks = []
    let report = MemoryScan(memory).answer(.type("Victim"))
    #expect(report.objects.isEmpty)
    #expect(
      report.scanned.missing == [
        "the variables and types of '/usr/lib/libswiftCore.dylib', which can't be read",
        "the allocator's blocks, which couldn't be listed",
      ])
  }

  @Test func aHeapOfMoreThanIsSearchedSaysSo() throws {
    var memory = try AppleMemory()
    memory.blocks?.append(AllocatedBlock(address: 0x7000_0000_0000, size: 40 << 30))
    let report = MemoryScan(memory).answer(.type("Victim"))
    #expect(report.objects.count == 2)
    #expect(report.scanned.missing == ["what lies beyond the first 32 GB of the heap"])
  }

  @Test func tornMemoryIsReadWithoutACrash() throws {
    let memory = try AppleMemory()
    for seed in 0..<300 as Range<UInt64> {
      let scan = MemoryScan(memory.torn(seed))
      let report = scan.answer(seed % 2 == 0 ? .objects([AppleMemory.victim]) : .type("Victim"))
      for object in report.objects { for path in object.paths { _ = path.text(after: "") } }
      _ = scan.tree(below: "Keeper").nodes
    }
  }
}
