import { expect, test } from 'vitest'
import { isOnlySimilar, wordRank } from './search-words.ts'

test('[INV-01] a search is marked as similar only if no text contains the words', () => {
  const gloves = ['Nitrile gloves M GLV-NIT-M', 'Latex gloves L GLV-LAT-L']
  expect(isOnlySimilar('glvoes', gloves)).toBe(true)
  expect(isOnlySimilar('gloves', gloves)).toBe(false)
  expect(isOnlySimilar('M nitrile', gloves)).toBe(false)
  // One text contains the word, so the search was not by similar spelling.
  expect(isOnlySimilar('latex', gloves)).toBe(false)
  expect(isOnlySimilar('AB12', ['Mask AB-12'])).toBe(false)
  expect(isOnlySimilar('', gloves)).toBe(false)
  expect(isOnlySimilar('glvoes', [])).toBe(false)
})

test('[UI-02] ranks whole words and parts of codes before prefixes, and those before matches inside a word', () => {
  expect(wordRank('nitrile m', 'Nitrile examination gloves, M GLV-NIT-M')).toBe(0)
  expect(wordRank('nitrile m', 'Nitrile examination gloves, L GLV-NIT-L')).toBe(2)
  expect(wordRank('nit-m', 'Nitrile examination gloves, M GLV-NIT-M')).toBe(0)
  expect(wordRank('nitr glo', 'Nitrile examination gloves, L')).toBe(1)
  expect(wordRank('', 'Anything')).toBe(0)
})
