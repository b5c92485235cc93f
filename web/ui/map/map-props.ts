import type { Spot } from './inside-polygon.ts'

export type MapPoint = {
  id: string
  latitude: number
  longitude: number
  label: string
  /** Text below the label: "120 pieces". */
  note?: string
  /** Size, from 0 to 1. */
  weight: number
  shape: 'circle' | 'square'
}
export type MapLine = {
  from: string
  to: string
  /** Tooltip, one line each. */
  notes: readonly string[]
  /** Width, from 0 to 1. */
  weight: number
  dashed: boolean
}
export type SchematicMapProps = {
  /** Accessible name: "Map of the locations". */
  label: string
  points: readonly MapPoint[]
  lines?: readonly MapLine[]
  /** Called when a point is chosen, by pointer or keyboard. */
  onOpen: (id: string) => void
  /** Called when several points are chosen: drawn around, or all visible ones. */
  onChoose?: (ids: readonly string[]) => void
  /** Loads land and borders below the points. Not for the driver's page, which caches all of its files. */
  fetchLand?: () => Promise<[number, number][][]>
  className?: string
  /** Largest initial zoom; 14 shows a town instead of a country. */
  maxZoom?: number
}

export type MapControls = {
  zoom: (steps: number) => void
  fit: () => void
  /** Ids of the points inside a polygon; without one, of the visible points. */
  pointsIn: (corners?: readonly Spot[]) => string[]
}
