import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const field = fc.oneof(fc.string({ maxLength: 2 }), fc.integer({ min: 0, max: 2 }), fc.boolean(), fc.constant(null))
const form = fc.record({ name: field, note: field, price: field, unit: field })
const names = ['name', 'note', 'price', 'unit'] as const
const text = (value: unknown) => JSON.stringify(value ?? '')

test('merge keeps their value where I changed nothing and mine where I did; lists the fields that both changed (B24)', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { values, both } = mergeEdits(base, mine, theirs)
      for (const name of names) {
        const isMine = text(mine[name]) !== text(base[name])
        expect(values[name]).toEqual(isMine ? mine[name] : theirs[name])
        const isTheirs = text(theirs[name]) !== text(base[name])
        expect(both.includes(name)).toBe(isMine && isTheirs && text(mine[name]) !== text(theirs[name]))
      }
    }),
  )
})

test('fields that belong together are merged from one side', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { values } = mergeEdits(base, mine, theirs, [['price', 'unit']])
      const isMine = text([mine.price ?? '', mine.unit ?? '']) !== text([base.price ?? '', base.unit ?? ''])
      const from = isMine ? mine : theirs
      expect([values.price, values.unit]).toEqual([from.price, from.unit])
    }),
  )
})

test('merges a group of plain values value by value, but a selected record as a whole', () => {
  const base = { details: { size: 'S', color: 'red' }, category: { id: '1', label: 'One' } }
  const mine = { details: { size: 'M', color: 'red' }, category: { id: '2', label: 'One' } }
  const theirs = { details: { size: 'S', color: 'blue' }, category: { id: '1', label: 'Uno' } }
  expect(mergeEdits(base, mine, theirs)).toEqual({
    values: { details: { size: 'M', color: 'blue' }, category: { id: '2', label: 'One' } },
    both: ['category'],
    lines: [],
  })
  expect(mergeEdits(base, mine, theirs, [['details']]).values.details).toEqual(mine.details)
  const larger = { ...theirs, details: { size: 'L', color: 'blue' } }
  expect(mergeEdits(base, mine, larger)).toEqual({
    values: { details: { size: 'M', color: 'blue' }, category: { id: '2', label: 'One' } },
    both: ['details', 'category'],
    lines: [],
  })
})

test('merges a list of plain values, or a group of groups, as one value', () => {
  const base = { tags: ['a', 'b'], hours: { monday: { from: 8 }, friday: { from: 8 } } }
  const mine = { tags: ['c', 'b'], hours: { monday: { from: 9 }, friday: { from: 8 } } }
  const theirs = { tags: ['a', 'd'], hours: { monday: { from: 8 }, friday: { from: 7 } } }
  expect(mergeEdits(base, mine, theirs)).toEqual({ values: mine, both: ['tags', 'hours'], lines: [] })
})

test('a field that the form only normalized does not count as changed', () => {
  const opened = { attributes: {}, weight: null }
  const shown = { attributes: { a: undefined }, weight: '' }
  const theirs = { attributes: { a: 'Steel' }, weight: 5 }
  expect(mergeEdits<{ attributes: object; weight: unknown }>(opened, shown, theirs)).toEqual({
    values: theirs,
    both: [],
    lines: [],
  })
})
