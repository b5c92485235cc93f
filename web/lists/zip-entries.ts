const mark = [0x50, 0x4b, 0x03, 0x04] as const

/** Counts the files that a zip has begun with, piece by piece as it arrives; a mark may be parted by the border of two pieces. */
export function zipEntryCounter(): (piece: Uint8Array) => number {
  let matched = 0
  let entries = 0
  return (piece) => {
    for (const byte of piece) {
      matched = byte === mark[matched] ? matched + 1 : byte === mark[0] ? 1 : 0
      if (matched < mark.length) continue
      entries += 1
      matched = 0
    }
    return entries
  }
}
