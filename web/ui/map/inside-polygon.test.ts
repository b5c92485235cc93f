import { expect, test } from 'vitest'
import { isInside } from './inside-polygon.ts'

test('detects whether a point is inside a polygon, also a concave one', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ]
  expect([
    isInside({ x: 5, y: 5 }, square),
    isInside({ x: 15, y: 5 }, square),
    isInside({ x: -1, y: 5 }, square),
  ]).toEqual([true, false, false])
  const bay = [...square.slice(0, 2), { x: 5, y: 9 }, ...square.slice(2)]
  expect([isInside({ x: 9, y: 7 }, bay), isInside({ x: 2, y: 2 }, bay)]).toEqual([false, true])
  expect(isInside({ x: 0, y: 0 }, [])).toBe(false)
})
