import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChanges, type LineWords } from './line-changes.ts'

type Row = { item: { id: string; label: string; cost?: string }; lotId: string; quantity: number; note: string }
type Values = { lines: Row[] }

const row = (id: string, quantity: number, { lotId = '', note = '', cost = '1' } = {}): Row => ({
  item: { id, label: `Item ${id}`, cost },
  lotId,
  quantity,
  note,
})
const words: LineWords<Row, Values, null> = {
  name: ({ item }) => item.label,
  row: 'line',
  own: ({ lotId }) => lotId,
  fields: [
    { label: 'Quantity', words: ({ quantity }) => String(quantity) },
    { label: 'Lot', words: ({ lotId }) => lotId },
    { label: 'Note', words: ({ note }) => note },
  ],
}
const changes = (was: Row[], is: Row[]) =>
  lineChanges<Values, null>(
    { lines: words },
    'lines',
    { values: { lines: was }, record: null },
    { values: { lines: is }, record: null },
  )
const sentences = (was: Row[], is: Row[]) =>
  changes(was, is).lines.map(({ kind, name, detail, fields }) =>
    kind === 'changed'
      ? `${name}: ${fields.map((field) => `${field.label} ${field.was} → ${field.is}`).join(', ')}`
      : `${kind} ${name} ${detail}`,
  )

const rows = fc.array(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom('', 'l1', 'l2'),
      fc.constantFrom('', 'n'),
    )
    .map(([id, quantity, lotId, note]) => row(id, quantity, { lotId, note })),
  { maxLength: 8 },
)
const text = ({ item, ...rest }: Row) => JSON.stringify([item.id, rest])

/** Removes the lines that both sides have, one for one. */
function without(some: readonly Row[], others: readonly Row[]): string[] {
  const left = others.map(text)
  return some.map(text).filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

test('lists every line that differs once and no other, also with several lines of one item', () => {
  fc.assert(
    fc.property(rows, rows, (was, is) => {
      const { lines } = changes(was, is)
      const side = (at: 0 | 1) => lines.flatMap(({ pair }) => (pair[at] ? [text(pair[at] as Row)] : []))
      expect(side(0).toSorted()).toEqual(without(was, is).toSorted())
      expect(side(1).toSorted()).toEqual(without(is, was).toSorted())
    }),
  )
})

test('applying the listed changes to the old lines gives the new lines', () => {
  fc.assert(
    fc.property(rows, rows, (was, is) => {
      const after = was.map((line) => ({ ...line }))
      for (const { kind, fields, pair } of changes(was, is).lines) {
        const [before, now] = pair as readonly [Row | undefined, Row | undefined]
        const at = before ? after.findIndex((one) => text(one) === text(before)) : -1
        if (kind === 'removed') after.splice(at, 1)
        if (kind === 'added' && now) after.push(now)
        const line = after[at]
        if (kind !== 'changed' || !line) continue
        for (const { label, is: value } of fields) {
          if (label === 'Quantity') line.quantity = Number(value)
          if (label === 'Lot') line.lotId = value
          if (label === 'Note') line.note = value
        }
      }
      expect(after.map(text).toSorted()).toEqual(is.map(text).toSorted())
    }),
  )
})

test('a changed line shows the old and new value of each changed field', () => {
  expect(
    sentences([row('a', 10), row('b', 2), row('c', 1)], [row('d', 4), row('a', 12, { note: 'n' }), row('c', 1)]),
  ).toEqual(['added Item d 4', 'Item a: Quantity 10 → 12, Note  → n', 'removed Item b '])
})

test('matches two lines of one item by lot, and by item if no lot matches', () => {
  const was = [row('a', 1, { lotId: 'l1' }), row('a', 2, { lotId: 'l2' })]
  expect(sentences(was, [row('a', 5, { lotId: 'l2' }), row('a', 1, { lotId: 'l1' })])).toEqual([
    'Item a, line 2: Quantity 2 → 5',
  ])
  expect(sentences(was, [row('a', 1, { lotId: 'l1' }), row('a', 2, { lotId: 'l3' })])).toEqual([
    'Item a, line 2: Lot l2 → l3',
  ])
  expect(sentences(was, [row('a', 2, { lotId: 'l2' })])).toEqual(['removed Item a, line 1 '])
})

test('adds the line number of the form to the name only if several lines have that name', () => {
  const was = [row('a', 1), row('b', 2), row('a', 1, { note: 'n' }), row('c', 3)]
  expect(sentences(was, [row('a', 1), row('b', 4), row('a', 5, { note: 'n' }), row('c', 3), row('a', 7)])).toEqual([
    'Item b: Quantity 2 → 4',
    'Item a, line 3: Quantity 1 → 5',
    'added Item a 7',
  ])
})

test('ignores other data of the item and a blank row; reports a new order of lines only if no line changed', () => {
  const was = [row('a', 1), row('b', 1), row('c', 1)]
  const blank = { item: null, lotId: '', quantity: null, note: '' } as unknown as Row
  expect(changes(was, [row('a', 1, { cost: '2' }), row('b', 1), row('c', 1), blank])).toEqual({
    lines: [],
    isMoved: false,
  })
  expect(changes(was, [row('b', 1), row('a', 1), row('c', 1)])).toEqual({ lines: [], isMoved: true })
  expect(changes(was, [row('d', 1), row('a', 1), row('c', 1)]).isMoved).toBe(false)
})
