import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBracketed, elementString, type Gs1, groupSeparator, parseGs1Date } from './gs1.ts'
import { asGtin14, checkDigit, expandUpcE, wantedCheckDigit } from './gtin.ts'
import { ownCode, ownPrefixes, type OwnKind } from './own-codes.ts'
import { type Code, maxCodeLength, parseCode } from './read-code.ts'

const today = '2026-11-21'
const read = (code: string): Code => {
  const reading = parseCode(code, today)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.code
}
const problem = (code: string): string => {
  const reading = parseCode(code, today)
  return reading.ok ? `read as ${JSON.stringify(reading.code)}` : reading.problem
}
const values = (code: string) => {
  const one = read(code)
  return one.kind === 'gs1' ? one.values : one
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const gtin14 = digits(13).map((body) => `${body}${checkDigit(body)}`)
const aiText = fc.stringMatching(/^[!"%&'*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/)
const date = fc
  .date({ min: new Date('1977-01-01'), max: new Date('2076-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const count = fc.integer({ min: 0, max: 99_999_999 })
const gs1Values = fc
  .record(
    {
      gtin: gtin14,
      lotNumber: aiText,
      manufacturedOn: date,
      expiryDate: date,
      serial: aiText,
      pieces: count,
      contained: count,
    },
    { requiredKeys: ['gtin'] },
  )
  .map((value): Gs1 => value)

describe('[SCAN-01] GS1', () => {
  test('reads back every element string that it writes, with each prefix and separator that scanners send', () => {
    fc.assert(
      fc.property(gs1Values, fc.constantFrom(']d2', ']C1', ']Q3', ']d2\u001d', '\u001d'), (wanted, prefix) => {
        expect(values(prefix + elementString(wanted))).toEqual(wanted)
        expect(values(prefix + elementString(wanted) + groupSeparator)).toEqual(wanted)
        expect(values(formatBracketed(wanted))).toEqual(wanted)
        expect(values(elementString(wanted).replaceAll(groupSeparator, '<GS>'))).toEqual(wanted)
      }),
      { numRuns: 500 },
    )
  })

  test('reads the example of a medical label in all four notations', () => {
    const wanted = { gtin: '09506000134352', expiryDate: '2027-12-31', lotNumber: 'ABC123', serial: '42' }
    expect(values(']d201095060001343521727123110ABC123\u001d2142')).toEqual(wanted)
    expect(values('(01)09506000134352(17)271231(10)ABC123(21)42')).toEqual(wanted)
    expect(values('(01) 09506000134352 (17) 271231 (10) ABC123 (21) 42')).toEqual(wanted)
    expect(values('01095060001343521727123110ABC123\u001d2142')).toEqual(wanted)
  })

  test('reads day 00 as the last day of the month, also in leap years; refuses impossible dates', () => {
    expect(parseGs1Date('280200', today)).toBe('2028-02-29')
    expect(parseGs1Date('270200', today)).toBe('2027-02-28')
    expect(parseGs1Date('261200', today)).toBe('2026-12-31')
    expect(parseGs1Date('270230', today)).toBeNull()
    expect(parseGs1Date('271301', today)).toBeNull()
    expect(parseGs1Date('270001', today)).toBeNull()
  })

  test('picks the century nearest to today for two-digit years', () => {
    expect(parseGs1Date('760101', today)).toBe('2076-01-01')
    expect(parseGs1Date('770101', today)).toBe('1977-01-01')
    expect(parseGs1Date('990101', '1999-06-01')).toBe('1999-01-01')
    expect(parseGs1Date('490101', '1999-06-01')).toBe('2049-01-01')
    expect(parseGs1Date('500101', '1999-06-01')).toBe('1950-01-01')
    expect(parseGs1Date('010101', '2099-06-01')).toBe('2101-01-01')
  })

  test('returns unknown application identifiers in `others`, whatever their length', () => {
    const one = read(']C1003950600013435200103103001234240X1\u001d10L1\u001d8005000123')
    expect(one).toMatchObject({
      kind: 'gs1',
      values: { lotNumber: 'L1' },
      others: { '00': '395060001343520010', '3103': '001234', '240': 'X1', '8005': '000123' },
    })
  })

  test.each([
    [']d2', 'empty'],
    [']d20109506000134353', 'check digit is 2'],
    [']d2010950600013435', 'has 13 characters instead of 14'],
    [']d217271331', 'is no date'],
    [']d2172712', 'has 4 characters instead of 6'],
    [']d21727123A', 'digits only'],
    [']d210' + 'A'.repeat(21), 'it may have 20'],
    [']d210', 'No value after identifier 10'],
    [']d210Ä', 'character that no GS1 code may have'],
    [']d2XX123', 'no application identifier'],
    [']d230123456789', 'it may have 8'],
    [']d230AB', 'digits only'],
    [']d210A\u001d10B', 'two values of identifier 10'],
    ['(01)09506000134353', 'check digit is 2'],
    ['(10)', 'No value after identifier'],
    ['(01)09506000134352(17)000000', 'is no date'],
  ])('refuses %j: %s', (code, words) => {
    expect(problem(code)).toContain(words)
  })
})

describe('[SCAN-02] EAN and UPC', () => {
  test.each([
    ['4006381333931', { gtin: '04006381333931', form: 'EAN-13' }],
    [']E04006381333931', { gtin: '04006381333931', form: 'EAN-13' }],
    ['036000291452', { gtin: '00036000291452', form: 'UPC-A' }],
    ['96385074', { gtin: '00000096385074', form: 'EAN-8' }],
    [']E496385074', { gtin: '00000096385074', form: 'EAN-8' }],
    ['09506000134352', { gtin: '09506000134352', form: 'GTIN-14' }],
    [']E004252614', { gtin: '00042100005264', form: 'UPC-E' }],
    ['04252614', { gtin: '00042100005264', form: 'UPC-E' }],
  ])('reads %s', (code, wanted) => {
    expect(read(code)).toMatchObject({ kind: 'gtin', ...wanted })
  })

  test('reads a GTIN of any length if its check digit is right, and not as a GTIN (except UPC-E) if it is wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 11, 12, 13), fc.nat(), fc.integer({ min: 1, max: 9 }), (length, seed, off) => {
        const body = String(seed).padStart(length, '7').slice(-length)
        const right = `${body}${checkDigit(body)}`
        expect(read(right)).toMatchObject({ kind: 'gtin' })
        const wrong = `${body}${(checkDigit(body) + off) % 10}`
        const one = read(wrong)
        // An eight-digit code may still be a UPC-E.
        if (one.kind === 'gtin') expect(one.form).toBe('UPC-E')
        else expect(one).toMatchObject({ kind: 'text', text: wrong })
      }),
    )
  })

  test('expands a UPC-E to its UPC-A, with the same check digit', () => {
    expect(expandUpcE('04252614')).toBe('042100005264')
    expect(expandUpcE('01234505')).toBe('012000003455')
    expect(expandUpcE('01234531')?.slice(0, -1)).toBe('01230000045')
    expect(expandUpcE('01234543')?.slice(0, -1)).toBe('01234000005')
    expect(expandUpcE('01234565')?.slice(0, -1)).toBe('01234500006')
    expect(expandUpcE('21234565')).toBeNull()
    expect(wantedCheckDigit('012345000065')).toBeNull()
    expect(asGtin14('96385074')).toBe('00000096385074')
  })

  test('refuses a wrong check digit if the scanner names the symbology; otherwise reads text with a warning', () => {
    expect(problem(']E04006381333932')).toBe('The last digit of an EAN-13 that begins like this is 1, not 2.')
    expect(read('4006381333932')).toMatchObject({ kind: 'text', doubt: expect.stringContaining('is 1, not 2') })
    expect(problem(']E012345')).toContain('8, 12 or 13 digits')
  })
})

describe('[SCAN-03] our own codes', () => {
  test('reads own labels as record type and ID, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(ownPrefixes) as OwnKind[])), fc.uuid(), (what, id) => {
        expect(read(ownCode(what, id))).toEqual({ kind: 'own', what, id })
        expect(read(`]Q1${ownCode(what, id).toLowerCase()}`)).toEqual({ kind: 'own', what, id })
      }),
    )
  })
  test('reads document numbers as documents, in any case', () => {
    expect(read('so-2026-000123')).toEqual({ kind: 'document', number: 'SO-2026-000123' })
    expect(read('CNT-2026-1000000')).toEqual({ kind: 'document', number: 'CNT-2026-1000000' })
    expect(read('GLV-100-M')).toMatchObject({ kind: 'text', text: 'GLV-100-M' })
  })
})

test('[SCAN-04] never throws on random input, and refuses with a full sentence', () => {
  const bits = fc.constantFrom(
    '(01)',
    '(10)',
    '01',
    '10',
    '17',
    ']d2',
    ']E0',
    '\u001d',
    '<GS>',
    '09506000134352',
    'LOT-',
    '\u0000',
    ' ',
    'é',
    '💊',
  )
  const mess = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.oneof(bits, fc.string({ maxLength: 8 })), { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(mess, (sent) => {
      const reading = parseCode(sent, today)
      if (!reading.ok) expect(reading.problem).toMatch(/^.{10,}\.$/s)
    }),
    { numRuns: 2000 },
  )
  expect(problem('   ')).toBe('The code is empty.')
  expect(problem('A'.repeat(maxCodeLength + 1))).toContain('longer than')
  expect(problem('A\u0000B')).toContain('characters that no code has')
})
