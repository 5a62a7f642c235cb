@_exported import CLibc
