import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { isInside } from './inside-polygon.ts'
import { landRings, type Topology } from './land-rings.ts'

test('[UI-02] cities are on land, and points in the sea are not', () => {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const rings = landRings(JSON.parse(readFileSync(file, 'utf8')) as Topology)
  // A ring inside another is a separate country, in a hole of its neighbour.
  const isLand = (y: number, x: number) =>
    rings.some((ring) =>
      isInside(
        { x, y },
        ring.map(([latitude, longitude]) => ({ x: longitude, y: latitude })),
      ),
    )
  expect([isLand(52.5, 13.4), isLand(-33.9, 150.9), isLand(39.7, -105), isLand(-29.6, 28.2)]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([isLand(45, -35), isLand(0, -140), isLand(-60, 90), isLand(56, 3)]).toEqual([false, false, false, false])
  expect(rings.every((ring) => ring[0]?.join() === ring.at(-1)?.join())).toBe(true)
})
