/**
 * The parts of a TopoJSON file that we read: arcs that neighbours share, as deltas from point to point, and the shapes
 * made of them.
 */
export interface Topology {
  transform: { scale: readonly [number, number]; translate: readonly [number, number] }
  arcs: readonly (readonly (readonly [number, number])[])[]
  objects: { countries: { geometries: readonly Shape[] } }
}
type Shape =
  | { type: 'Polygon'; arcs: readonly (readonly number[])[] }
  | { type: 'MultiPolygon'; arcs: readonly (readonly (readonly number[])[])[] }

/** [latitude, longitude] */
type Place = [number, number]

/** The outlines of all countries, as closed rings. */
export function landRings({ transform, arcs, objects }: Topology): Place[][] {
  const { scale, translate } = transform
  const lines = arcs.map((steps) => {
    let [x, y] = [0, 0]
    return steps.map(([dx, dy]): Place => {
      x += dx
      y += dy
      return [y * scale[1] + translate[1], x * scale[0] + translate[0]]
    })
  })
  const ringOf = (ends: readonly number[]) =>
    ends.flatMap((end, at) => {
      // TopoJSON encodes a reversed arc as the complement of its index.
      const line = end < 0 ? (lines[~end]?.toReversed() ?? []) : (lines[end] ?? [])
      return at === 0 ? line : line.slice(1)
    })
  return objects.countries.geometries.flatMap((shape) =>
    (shape.type === 'Polygon' ? [shape.arcs] : shape.arcs).flatMap((polygon) => polygon.map(ringOf)),
  )
}
