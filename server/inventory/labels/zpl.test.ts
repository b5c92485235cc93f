import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emsOf } from '#server/documents/text-rows.ts'
import { labelLayoutNames, labelLayouts } from '#shared/inventory/labels/label-layouts.ts'
import { zplDataMatrix, zplOf, zplText } from './zpl.ts'

/** The rows printed beside the label's symbol. */
const fieldsOf = (zpl: string) =>
  [...zpl.matchAll(/\^FO(\d+),(\d+)\^A0N,(\d+),\3\^FH\\\^FD(.*)\^FS/g)].map(([, left, top, font, text = '']) => ({
    left: Number(left),
    top: Number(top),
    font: Number(font),
    text,
  }))

test('[LBL-04] any escaped text can be decoded again and contains no ZPL command characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const escaped = zplText(text)
      expect(escaped).not.toMatch(/[\^~]/)
      const back = escaped.replaceAll(/\\(5E|7E|5C)/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      // oxlint-disable-next-line no-control-regex -- control characters are what zplText replaces
      expect(back).toBe(text.replaceAll(/[\u0000-\u001F\u007F]/g, ' '))
    }),
  )
})

test('[LBL-04] every row has its own field, fits the available width, overlaps no other row and ends above the bottom edge', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abc WMi-é漢1'), minLength: 1, maxLength: 120 })
  const code = fc.constant({ own: 'ITM-1' })
  const label = fc.record({ title: text, lines: fc.array(text, { maxLength: 3 }), code, copies: fc.constant(1) })
  fc.assert(
    fc.property(label, fc.constantFrom(...labelLayoutNames), (one, name) => {
      const { width, height } = labelLayouts[name]
      const fields = fieldsOf(zplOf(one, labelLayouts[name], 'datamatrix'))
      let free = 0
      for (const { left, top, font, text: row } of fields) {
        expect(emsOf(row) * font).toBeLessThanOrEqual(width * 8 - left)
        expect(top).toBeGreaterThanOrEqual(free)
        free = top + font
      }
      // Text that is too long even in the smallest font is printed as far as it fits.
      if (fields.some(({ font }) => font > 12)) expect(free).toBeLessThanOrEqual(height * 8)
      const printed = fields.map((field) => field.text).join('')
      for (const line of one.lines) expect(printed.replaceAll(' ', '')).toContain(line.replaceAll(' ', ''))
    }),
  )
})

test('[LBL-04] prints a backslash in a name; the field block command (^FB) is not used as it would interpret it', () => {
  const label = { title: 'Tape A\\&B', lines: ['Lot 7\\8'], code: { own: 'ITM-1' }, copies: 1 }
  const zpl = zplOf(label, labelLayouts['roll-57x32'], 'datamatrix')
  expect(zpl).not.toContain('^FB')
  expect(fieldsOf(zpl).map(({ text }) => text)).toEqual(['Tape A\\5C&B', 'Lot 7\\5C8'])
})

test('[LBL-04] a lot with a long name and number has all its lines on the smallest label', () => {
  const title = 'Catheter, urethral, silicone, with balloon of 10 ml, sterile, for single use, box of 25'
  const lines = ['CATH-SIL-2WAY-CH18-STERILE', 'Lot 2026-11-28-ABCDEFGH', 'Expires 31 Dec 2027']
  const zpl = zplOf({ title, lines, code: { own: 'ITM-1' }, copies: 1 }, labelLayouts['roll-50x30'], 'datamatrix')
  const fields = fieldsOf(zpl)
  const printed = fields.map(({ text }) => text).join(' ')
  for (const line of lines) expect(printed.replaceAll(/(?<=-) /g, '')).toContain(line)
  expect(printed).toMatch(/^Catheter, ur.*… CATH/)
  expect(Math.max(...fields.map(({ top, font }) => top + font))).toBeLessThanOrEqual(30 * 8)
})

test('[LBL-04] FNC1 precedes a GS1 symbol and ends its values of variable length', () => {
  const gs1 = { gtin: '04006381333931', lotNumber: 'L_1', serial: 'S9' }
  expect(zplDataMatrix({ gs1 })).toBe('_1010400638133393110L__1_121S9')
  const qr = zplOf({ title: 'T', lines: [], code: { gs1 }, copies: 1 }, labelLayouts['roll-100x50'], 'qr')
  expect(qr).toContain('^BQN,2,5^FH\\^FDMA,(01)04006381333931(10)L_1(21)S9^FS')
})
