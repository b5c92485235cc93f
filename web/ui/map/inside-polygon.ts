export type Spot = { x: number; y: number }

/** Whether a point is inside a polygon (ray casting): a ray from it crosses the outline an odd number of times. */
export function isInside({ x, y }: Spot, corners: readonly Spot[]): boolean {
  let inside = false
  for (const [at, a] of corners.entries()) {
    const b = corners.at(at - 1) ?? a
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
