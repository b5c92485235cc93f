import { describe, expect, test } from 'vitest'
import { newWedge, type WedgeKey } from './wedge.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
/** Presses the keys of a text, one every `pause` ms, then `end`; returns the result of `end`. */
function type(text: string, pause: number, end = 'Enter', more: Partial<WedgeKey> = {}) {
  const wedge = newWedge()
  let at = 1000
  for (const key of text) {
    if (/[A-Z]/.test(key)) wedge.press({ ...plain, key: 'Shift', timeStamp: at })
    wedge.press(
      key === '\u001d' ? { ...plain, ctrlKey: true, key: ']', timeStamp: at } : { ...plain, key, timeStamp: at },
    )
    at += pause
  }
  return wedge.press({ ...plain, key: end, timeStamp: at, ...more }).code
}

describe('[SCAN-06] distinguishes a barcode scanner from typing', () => {
  test('a fast burst ended by Enter or Tab is a code, including capitals and separators', () => {
    expect(type('4006381333931', 5)).toBe('4006381333931')
    expect(type('SO-2026-000123', 20, 'Tab')).toBe('SO-2026-000123')
    expect(type('10AB\u001d21X', 5)).toBe('10AB\u001d21X')
  })
  test('normal typing, short input, a pause before Enter, and other end keys are not a code', () => {
    expect(type('gloves', 90)).toBeNull()
    expect(type('abc', 5)).toBeNull()
    expect(type('', 5)).toBeNull()
    expect(type('4006381333931', 5, 'Escape')).toBeNull()
    expect(type('4006381333931', 5, 'Enter', { ctrlKey: true })).toBeNull()
    expect(type('4006381333931', 5, 'Enter', { timeStamp: 5000 })).toBeNull()
  })
  test('the code starts after a pause; what was typed before is not part of it', () => {
    const wedge = newWedge()
    const keys = [...'xy'].map((key, at) => ({ ...plain, key, timeStamp: at }))
    const scan = [...'96385074'].map((key, at) => ({ ...plain, key, timeStamp: 900 + at }))
    expect([...keys, ...scan].map((key) => wedge.press(key).starts).filter(Boolean)).toHaveLength(2)
    expect(wedge.press({ ...plain, key: 'Enter', timeStamp: 910 }).code).toBe('96385074')
  })
  test('an arrow key in between breaks the burst', () => {
    const wedge = newWedge()
    for (const key of ['1', '2', '3', 'ArrowLeft', '4', '5']) wedge.press({ ...plain, key, timeStamp: 10 })
    expect(wedge.press({ ...plain, key: 'Enter', timeStamp: 12 }).code).toBeNull()
  })
})
