#if canImport(Darwin)
  import CSystem
  import TextIO

  /// A copy of this process's memory on Apple's systems, made while its other threads stood still. It ends
  /// when the object is released.
  ///
  /// Memory that this process writes to meanwhile is duplicated.
  final class OwnMemory: MemorySource {
    let regions: [MemoryRegion]
    let threadStacks: (stacks: [ThreadStack], missing: String?)
    let missing: String?
    /// How long this process was paused, in nanoseconds.
    let pause: Int
    private var copy: cprocessmemory_copy
    /// In the order of the regions: where a region's copy is; 0 if it has none.
    private let copies: [UInt]

    init() {
      copy = cprocessmemory_copy_own()
      pause = Int(copy.nanoseconds)
      let listed = Self.items(of: copy.regions, as: cprocessmemory_region.self)
      copies = listed.map(\.copy)
      let regions = listed.map { region in
        let protection = Int32(bitPattern: region.protection)
        return MemoryRegion(
          range: region.start..<region.end, isReadable: protection & VM_PROT_READ != 0,
          isWritable: protection & VM_PROT_WRITE != 0,
          isExecutable: protection & VM_PROT_EXECUTE != 0, offset: 0, path: Self.name(region.tag))
      }
      self.regions = regions
      let isCut = copy.regions.is_cut != 0 || copy.blocks.is_cut != 0
      missing = isCut ? "parts of the memory that couldn't be listed" : nil
      threadStacks = Self.stacks(copy.threads, in: regions)
    }

    deinit { cprocessmemory_end_copy(&copy) }

    private static func items<Item>(of list: cprocessmemory_list, as: Item.Type) -> [Item] {
      guard let start = UnsafeRawPointer(bitPattern: list.start) else { return [] }
      return (0..<list.count).map {
        start.load(fromByteOffset: $0 * MemoryLayout<Item>.stride, as: Item.self)
      }
    }

    /// What the system uses a region for. Those of the allocator are searched block by block.
    private static func name(_ tag: UInt32) -> String {
      switch Int32(bitPattern: tag) {
      case VM_MEMORY_STACK: "[stack]"
      case VM_MEMORY_MALLOC..<VM_MEMORY_MACH_MSG: "[heap]"
      default: "[data]"
      }
    }

    private static func stacks(
      _ list: cprocessmemory_list, in regions: [MemoryRegion]
    ) -> (stacks: [ThreadStack], missing: String?) {
      let stacks = items(of: list, as: cprocessmemory_thread.self).compactMap { thread in
        regions.first { $0.range.contains(thread.stack) }.map { region in
          var thread = thread
          let name = withUnsafeBytes(of: &thread.name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          let registers = withUnsafeBytes(of: &thread.registers) {
            $0.bindMemory(to: UInt64.self).prefix(Int(thread.count)).map { UInt($0) }
          }
          return ThreadStack(
            id: Int(thread.id), name: name, range: thread.stack & ~7..<region.range.upperBound,
            region: region.range, registers: registers)
        }
      }
      let isComplete = list.is_cut == 0 && !stacks.isEmpty
      return (
        stacks,
        isComplete
          ? "the stack of the thread that asks" : "stacks of threads that can't be stopped"
      )
    }

    var blocks: [AllocatedBlock]? {
      Self.items(of: copy.blocks, as: cprocessmemory_block.self)
        .map { AllocatedBlock(address: $0.address, size: $0.size) }
    }

    var images: [LoadedImage]? {
      var (images, address) = ([LoadedImage](), UInt(0))
      while let path = cprocessmemory_image(UInt32(images.count), &address) {
        images.append(LoadedImage(path: String(cString: path), address: address))
      }
      return images
    }

    func used(in range: Range<UInt>) -> [Range<UInt>] {
      let size = UInt(max(4_096, sysconf(Int32(_SC_PAGESIZE))))
      var (parts, page) = ([Range<UInt>](), range.lowerBound & ~(size - 1))
      while page < range.upperBound {
        let count = min(8_192, Int((range.upperBound - page + size - 1) / size))
        var used = [CChar](repeating: 0, count: count)
        guard cprocessmemory_used_pages(page, count * Int(size), &used) == 0 else { return [range] }
        for isUsed in used {
          let part = (page..<page + size).clamped(to: range)
          page += size
          if isUsed != 0 { parts.add(part) }
        }
      }
      return parts
    }

    func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard let base = buffer.baseAddress else { return 0 }
      var done = 0
      while done < buffer.count {
        let place = address + UInt(done)
        let after = regions.partitionIndex { $0.range.lowerBound > place }
        guard after > 0, regions[after - 1].range.contains(place) else { return done }
        let range = regions[after - 1].range
        let copy = copies[after - 1]
        let count = min(buffer.count - done, Int(range.upperBound - place))
        let source = copy == 0 ? place : copy + (place - range.lowerBound)
        guard cprocessmemory_read_here(source, base + done, count) == count else { return done }
        done += count
      }
      return done
    }
  }
#endif
