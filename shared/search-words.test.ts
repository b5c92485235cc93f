import { expect, test } from 'vitest'
import { isOnlySimilar } from './search-words.ts'

test('[INV-01] a search that found its words is no guess; one that found other spellings is', () => {
  const gloves = ['Nitrile gloves M GLV-NIT-M', 'Latex gloves L GLV-LAT-L']
  expect(isOnlySimilar('glvoes', gloves)).toBe(true)
  expect(isOnlySimilar('gloves', gloves)).toBe(false)
  expect(isOnlySimilar('M nitrile', gloves)).toBe(false)
  // One of them has it: the rest is there for the same reason.
  expect(isOnlySimilar('latex', gloves)).toBe(false)
  expect(isOnlySimilar('AB12', ['Mask AB-12'])).toBe(false)
  expect(isOnlySimilar('', gloves)).toBe(false)
  expect(isOnlySimilar('glvoes', [])).toBe(false)
})
