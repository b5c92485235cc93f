import { expect, test } from 'vitest'
import { facts, type Tracked } from './tracking-facts.ts'

test('[SHP-02] the tracking page says “Later than your delivery window” only if the ETA is after it', () => {
  const window = { from: '2026-11-27T08:00:00Z', to: '2026-11-27T10:00:00Z' }
  const wordsAt = (eta: string | null) =>
    facts({
      status: 'ON_THE_WAY',
      stopsBefore: 1,
      driver: 'Ana',
      eta,
      window,
      timeZone: 'UTC',
      packages: 2,
      position: null,
      carrier: null,
      trackingNumber: null,
    } as unknown as Tracked)
  const rest = (first: string) => ['Your driver is Ana', '1 stop before yours', first, '2 packages']
  expect(wordsAt('2026-11-27T10:00:00Z')).toEqual(rest('Your delivery window is 08:00–10:00'))
  expect(wordsAt('2026-11-27T10:01:00Z')).toEqual(rest('Later than your delivery window, 08:00–10:00'))
  expect(wordsAt(null)).toEqual(rest('Your delivery window is 08:00–10:00'))
})
