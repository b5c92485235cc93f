import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareGroups } from './hold-out.ts'
import { isQuiet, minuteOfDay, timeZonesByCountry } from './quiet-hours.ts'
import { renderSms, renderTemplate, unknownField, usualItemsText } from './template-fields.ts'

const values = {
  customer: 'St. Mary',
  company: 'Harbour',
  lastOrder: '1 Sept 2026',
  daysSince: '75',
  usualItems: null,
  phone: null,
}

test('a template omits lines with an empty field and fills in the others; an SMS gets an opt-out', () => {
  const text = 'Dear {customer},\n\nYou usually order {usualItems}.\n\nSince {lastOrder}.'
  expect(renderTemplate(text, values)).toBe('Dear St. Mary,\n\nSince 1 Sept 2026.')
  expect(renderSms('{company}: hello.\nCall {phone}.', values)).toBe('Harbour: hello. Reply STOP to opt out.')
  expect(renderSms('Hello. Reply STOP to end.', values)).toBe('Hello. Reply STOP to end.')
})

test('does not expand placeholders inside field values; finds unknown placeholders', () => {
  expect(renderTemplate('{customer}', { ...values, customer: '{company}' })).toBe('{company}')
  expect(unknownField('{customer} {nobody}')).toBe('nobody')
  expect(unknownField('{constructor}')).toBe('constructor')
  expect(unknownField('no field { at all')).toBeNull()
})

test('lists usual items with commas and “and”', () => {
  const item = (name: string) => ({ name, quantity: 1200 })
  expect(usualItemsText([])).toBeNull()
  expect(usualItemsText([item('A')])).toBe('1,200 × A')
  expect(usualItemsText([item('A'), item('B'), item('C')])).toBe('1,200 × A, 1,200 × B and 1,200 × C')
})

test('quiet hours span midnight and daylight saving changes, in local time', () => {
  const at = (moment: string) => isQuiet(new Date(moment), 'Europe/Berlin', '20:00', '08:00')
  // CET until 29 March 2026, 01:00 UTC, then CEST.
  expect([at('2026-03-28T06:59:00Z'), at('2026-03-28T07:00:00Z')]).toEqual([true, false])
  expect([at('2026-03-29T05:59:00Z'), at('2026-03-29T06:00:00Z')]).toEqual([true, false])
  expect([at('2026-03-29T17:59:00Z'), at('2026-03-29T18:00:00Z')]).toEqual([false, true])
  expect(isQuiet(new Date(), 'UTC', '08:00', '08:00')).toBe(false)
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2040-01-01') }),
      (moment) => {
        const minute = minuteOfDay(moment, 'UTC')
        expect(minute).toBe(moment.getUTCHours() * 60 + moment.getUTCMinutes())
        // Swapped times are the complement.
        expect(isQuiet(moment, 'UTC', '20:00', '08:00')).toBe(!isQuiet(moment, 'UTC', '08:00', '20:00'))
      },
    ),
  )
  expect(timeZonesByCountry().get('kenya')).toEqual(['Africa/Nairobi'])
  expect(timeZonesByCountry().get("côte d'ivoire")).toEqual(['Africa/Abidjan'])
})

test('compares two groups with a confidence interval, or reports no difference if they are too small', () => {
  const tally = (customers: number, orders: number) => ({ customers, orders, squares: orders })
  expect(compareGroups(tally(29, 20), tally(100, 20)).difference).toBeNull()
  expect(compareGroups(tally(100, 5), tally(100, 4)).difference).toBeNull()
  expect(compareGroups(tally(0, 0), tally(0, 0))).toMatchObject({ message: { mean: null }, difference: null })
  // 40 % against 20 % of 100 each: 0.2 ± 1.96 · √(0.24/99 + 0.16/99)
  const found = compareGroups(tally(100, 40), tally(100, 20)).difference
  expect(found?.mean).toBeCloseTo(0.2, 10)
  expect(found?.low).toBeCloseTo(0.2 - 1.96 * Math.sqrt(0.24 / 99 + 0.16 / 99), 6)
  expect(found?.high).toBeCloseTo(0.2 + 1.96 * Math.sqrt(0.24 / 99 + 0.16 / 99), 6)
})
