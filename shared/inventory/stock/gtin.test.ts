import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barcodeProblem, checkDigit } from './gtin.ts'

const body = fc.constantFrom(7, 11, 12, 13).chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)))

describe('[INV-01] a GTIN', () => {
  test('accepts the GTINs of real packs; an error names the expected check digit', () => {
    for (const code of ['4006381333931', '96385074', '036000291452', '10614141000415']) {
      expect([code, barcodeProblem(code)]).toEqual([code, null])
    }
    expect(barcodeProblem('4006381333932')).toBe('is not a valid GTIN: the check digit should be 1')
  })

  test('is valid with its check digit, and invalid with any other', () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 9 }), (digits, off) => {
        const right = checkDigit(digits)
        expect(barcodeProblem(digits + right)).toBeNull()
        expect(barcodeProblem(digits + ((right + off) % 10))).not.toBeNull()
      }),
    )
  })

  test('detects every single mistyped digit', () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, seed, off) => {
        const code = digits + checkDigit(digits)
        const at = seed % code.length
        const wrong = code.slice(0, at) + ((Number(code[at]) + off) % 10) + code.slice(at + 1)
        expect(barcodeProblem(wrong)).not.toBeNull()
      }),
    )
  })

  test('accepts barcodes that are not GTINs', () => {
    for (const code of ['ABC-123', '123456', '(01)04006381333931', '0000000000'])
      expect(barcodeProblem(code)).toBeNull()
  })
})
