import { assert, bigInt, nat, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDecimalInput, formatDecimalInput, parseWholeInput } from './decimal-input.ts'

const english = { decimal: '.', group: ',' }
const german = { decimal: ',', group: '.' }

describe('parsing a typed number', () => {
  test.each([
    ['1234.5', english, '1234.5'],
    ['1,234.50', english, '1234.50'],
    ['1.234,50', english, '1234.50'],
    ['1,234', english, '1234'],
    ['1,5', english, '1.5'],
    ['1.234', english, '1.234'],
    ['1.234', german, '1234'],
    ['1,234', german, '1.234'],
    ['1,234,567', english, '1234567'],
    ['1 234,50', german, '1234.50'],
    ['1\u00a0234\u202f567', english, '1234567'],
    ["1'234.50 CHF", english, '1234.50'],
    ['$ 12,345.6789', english, '12345.6789'],
    ['−3', english, '-3'],
    ['007', english, '7'],
    ['.5', english, '0.5'],
    ['12,34,567.5', english, '1234567.5'],
    ['USD 5', english, '5'],
    ['5 EUR', english, '5'],
    ['US$ 1,234', english, '1234'],
    ['-$5', english, '-5'],
    ['12.5 %', english, '12.5'],
  ])('reads %s', (text, separators, decimal) => {
    expect(parseDecimalInput(text, separators)).toBe(decimal)
  })

  test.each([
    '',
    'abc',
    '-',
    '1-2',
    '1.2.3,4,5',
    '1,2,3',
    '.',
    '2 cases',
    '2cases',
    '10 pcs',
    'box 5',
    '1 box of 5',
    '5x',
    'x5',
    '1e3',
    'USDA 5',
    '5 to 6',
  ])('refuses %s', (text) => {
    expect(parseDecimalInput(text, english)).toBeUndefined()
  })

  test.each([
    ['15', 15],
    ['0', 0],
    ['007', 7],
    ['1,234', 1234],
    ['1,5', null],
    ['1.5', null],
    ['-3', null],
    ['', null],
    ['12 pcs', null],
  ])('%s as a whole number', (text, whole) => {
    expect(parseWholeInput(text)).toBe(whole)
  })

  test('parses every number that it formats, with English and German separators', () => {
    assert(
      property(bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), nat(9999), (whole, part) => {
        const decimal = `${whole}.${String(part).padStart(4, '0')}`
        for (const [locale, separators] of [
          ['en', english],
          ['de', german],
        ] as const)
          expect(parseDecimalInput(formatDecimalInput(decimal, 4, locale), separators)).toBe(decimal)
      }),
    )
  })
})
