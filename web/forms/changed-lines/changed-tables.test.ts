import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits } from '../merge-edits.ts'
import { changedTables } from './changed-tables.ts'

type Row = { item: { id: string; label: string }; quantity: number }
type Values = { kind: string; lines: Row[]; fees: { name: string; quantity: number }[] }

const row = (id: string, quantity: number): Row => ({ item: { id, label: id }, quantity })
const values = (lines: Row[], rest: Partial<Values> = {}): Values => ({ kind: 'x', lines, fees: [], ...rest })
const fields = [{ label: 'Quantity', words: ({ quantity }: { quantity: number }) => String(quantity) }]
const tables = {
  lines: { name: ({ item }: Row) => item.label, row: 'line', fields },
  fees: { name: ({ name }: { name: string }) => name, row: 'fee', fields },
}

function changesOf(was: Values, mine: Values, is: Values, asOne: (keyof Values)[][] = []) {
  const merged = mergeEdits(was, mine, is, asOne)
  const versions = { was: { values: was, record: null }, mine, is: { values: is, record: null }, merged, asOne }
  return { merged, all: changedTables<Values, null>(tables, versions) }
}
const lines = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 3 })), {
    selector: ([id]) => id,
  })
  .map((some) => some.map(([id, quantity]) => row(id, quantity)))
const quantityIn = ({ lines: some }: Values, id: string) => some.find(({ item }) => item.id === id)?.quantity

test('[RT-06] lists a line as changed by me, too, exactly if Overwrite would replace the other user’s change of it', () => {
  fc.assert(
    fc.property(lines, lines, lines, (was, mine, is) => {
      const { merged, all } = changesOf(values(was), values(mine), values(is))
      const changed = all[0]?.lines ?? []
      for (const id of ['a', 'b', 'c', 'd']) {
        const [before, now, after] = [values(was), values(is), merged.values].map((one) => quantityIn(one, id))
        const line = changed.find(({ name }) => name === id)
        expect(line !== undefined).toBe(before !== now)
        if (line) expect(line.mine !== undefined).toBe(after !== now)
      }
      expect(all[0]?.isReplaced).toBe(false)
    }),
  )
})

test('[RT-06] says what I did with a line that the other user changed, and what Overwrite would do', () => {
  const was = values([row('a', 1), row('b', 1)])
  const mine = values([row('a', 2), row('c', 5)])
  const is = values([row('a', 3), row('b', 4), row('c', 6), row('d', 7)])
  expect(changesOf(was, mine, is).all[0]?.lines.map(({ name, kind, mine: own }) => [name, kind, own])).toEqual([
    ['a', 'changed', 'You changed it too. Overwrite saves yours.'],
    ['b', 'changed', 'You removed it. Overwrite removes it.'],
    ['c', 'added', 'You added it too. Overwrite saves yours.'],
    ['d', 'added', undefined],
  ])
})

test('[RT-06] if lines cannot be merged one by one, says that my table replaces theirs, but only if I changed it too', () => {
  const was = values([row('a', 1)])
  const twice = values([row('a', 1), row('a', 2)])
  const is = values([row('a', 1), row('b', 2)])
  expect(changesOf(was, twice, is).all[0]).toEqual({
    name: 'lines',
    lines: [{ kind: 'added', name: 'b', detail: '2', fields: [], mine: undefined }],
    isMoved: false,
    isMovedToo: false,
    isReplaced: true,
  })
  expect(changesOf(was, was, is).all[0]?.isReplaced).toBe(false)
  // A table that belongs together with another field (asOne) is not merged line by line.
  const other = values([row('a', 1)], { kind: 'y' })
  expect(changesOf(was, other, is, [['kind', 'lines']]).all[0]?.isReplaced).toBe(true)
})

test('[RT-06] if both moved lines, says so; if only the other user did, not', () => {
  const [a, b, c] = [row('a', 1), row('b', 1), row('c', 1)]
  const was = values([a, b, c])
  const moved = { isMoved: true, lines: [] }
  expect(changesOf(was, values([c, a, b]), values([b, a, c])).all[0]).toMatchObject({ ...moved, isMovedToo: true })
  expect(changesOf(was, was, values([b, a, c])).all[0]).toMatchObject({ ...moved, isMovedToo: false })
})
