const mark = [0x50, 0x4b, 0x03, 0x04] as const

/** Counts the zip entries received so far, chunk by chunk; the entry signature (PK\3\4) may be split across two chunks. */
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
