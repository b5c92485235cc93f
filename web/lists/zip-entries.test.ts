import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipEntryCounter } from './zip-entries.ts'

test('counts the files of a zip as it arrives, whatever the chunk size', () => {
  const text = new TextEncoder()
  const file = zipSync(
    Object.fromEntries([1, 2, 3].map((at) => [`EST-${at}.pdf`, text.encode(`PK and PPK ${at}`.repeat(50))])),
  )
  for (const size of [1, 2, 3, 7, 1000]) {
    const count = zipEntryCounter()
    const counts = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
      count(file.subarray(at * size, (at + 1) * size)),
    )
    expect(counts.at(-1), `pieces of ${size}`).toBe(3)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  }
})
