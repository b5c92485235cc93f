import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'
import { mergeLines, withBlankLines } from './merge-lines.ts'

type Line = { product: { id: string; label: string } | null; quantity: number | null; price: string }

const line = (id: string, quantity: number, price = ''): Line => ({
  product: { id, label: `Item ${id}` },
  quantity,
  price,
})
const blank: Line = { product: null, quantity: null, price: '' }
const shown = (lines: readonly object[] | undefined) =>
  (lines as Line[] | undefined)?.map(({ product, quantity }) => `${product?.id} ${quantity}`)

const lines = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 1, max: 2 })), {
    selector: ([id]) => id,
  })
  .map((rows) => rows.map(([id, quantity]) => line(id, quantity)))
const quantityOf = (of: readonly Line[], id: string) => of.find(({ product }) => product?.id === id)?.quantity

test('keeps their version of each line that I left unchanged, and my version of lines that I added, changed or removed (B24)', () => {
  fc.assert(
    fc.property(lines, lines, lines, (was, mine, theirs) => {
      const merged = mergeLines(was, mine, theirs)
      const value = (merged?.value ?? []) as Line[]
      expect(merged).not.toBeNull()
      let isBoth = false
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        const [before, one, other] = [was, mine, theirs].map((of) => quantityOf(of, id))
        expect(quantityOf(value, id)).toBe(one === before ? other : one)
        isBoth ||= one !== before && other !== before && one !== other
      }
      expect(new Set(value.map(({ product }) => product?.id)).size).toBe(value.length)
      if (isBoth) expect(merged?.isBoth).toBe(true)
    }),
  )
})

test('if only one side changed the lines, the result is that side’s lines in its order', () => {
  fc.assert(
    fc.property(lines, lines, (was, changed) => {
      expect(mergeLines(was, was, changed)).toEqual({ value: changed, isBoth: false })
      expect(mergeLines(was, [...changed, blank], was)).toEqual({ value: changed, isBoth: false })
    }),
  )
})

test('an added line stays after the line that it was added after', () => {
  const was = [line('a', 1), line('b', 1)]
  const mine = [line('a', 5), line('m', 1), line('b', 1), blank]
  const theirs = [line('t', 1), line('a', 1), line('b', 7)]
  const merged = mergeLines(was, mine, theirs)
  expect(shown(merged?.value)).toEqual(['t 1', 'a 5', 'm 1', 'b 7'])
  expect(merged?.isBoth).toBe(false)
})

test('if both reordered the lines, keeps my order and reports that both did', () => {
  const was = [line('a', 1), line('b', 1), line('c', 1)]
  const mine = [line('c', 1), line('a', 1), line('b', 1)]
  const theirs = [line('b', 1), line('a', 1), line('c', 1)]
  expect(mergeLines(was, mine, theirs)).toEqual({ value: mine, isBoth: true })
  expect(mergeLines(was, mine, was)).toEqual({ value: mine, isBoth: false })
})

test('matches fees by name', () => {
  const fee = (name: string, unitPrice: string) => ({ isFee: true, service: null, name, quantity: 1, unitPrice })
  const was = [fee('Freight', '10')]
  const merged = mergeLines(was, [fee('Freight', '12')], [fee('Freight', '10'), fee('Cold box', '3')])
  expect(merged?.value).toEqual([fee('Freight', '12'), fee('Cold box', '3')])
})

test('lines that cannot be matched are merged as one table; a change by the other user is reported', () => {
  const was = { lines: [line('a', 1)] }
  const mine = { lines: [line('a', 1), line('a', 2)] }
  const theirs = { lines: [line('a', 1), line('b', 2)] }
  expect(mergeLines(was.lines, mine.lines, theirs.lines)).toBeNull()
  expect(mergeLines(was.lines, [{ ...blank, quantity: 4 }], theirs.lines)).toBeNull()
  expect(mergeEdits(was, mine, theirs)).toEqual({ values: mine, both: ['lines'], lines: ['lines'] })
  expect(mergeEdits(was, was, theirs)).toEqual({ values: theirs, both: [], lines: ['lines'] })
})

test('if both sides together removed all lines, adds a blank line to tables that must have one', () => {
  const was = { lines: [line('a', 1), line('b', 1)], charges: [line('f', 1), line('g', 1)] }
  const mine = { lines: [line('a', 1)], charges: [line('f', 1)] }
  const theirs = { lines: [line('b', 1)], charges: [line('g', 1)] }
  const { values, both } = mergeEdits(was, mine, theirs)
  expect([values, both]).toEqual([{ lines: [], charges: [] }, []])
  expect(withBlankLines(values, { lines: [blank] })).toEqual({ lines: [blank], charges: [] })
  expect(withBlankLines(mine, { lines: [blank] })).toEqual(mine)
})
