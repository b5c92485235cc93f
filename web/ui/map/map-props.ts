import type { Spot } from './inside-polygon.ts'

export type MapPoint = {
  id: string
  latitude: number
  longitude: number
  label: string
  /** Under the label: "120 pieces". */
  note?: string
  /** 0 … 1: how large it is drawn. */
  weight: number
  shape: 'circle' | 'square'
}
export type MapLine = {
  from: string
  to: string
  /** Shown while a pointer rests on it, one a line. */
  notes: readonly string[]
  /** 0 … 1: how wide it is drawn. */
  weight: number
  dashed: boolean
}
export type SchematicMapProps = {
  /** What it shows, for screen readers: "Map of the locations". */
  label: string
  points: readonly MapPoint[]
  lines?: readonly MapLine[]
  /** Somebody chose a point, by pointer or keyboard. */
  onOpen: (id: string) => void
  /** Several points were chosen: a line was drawn around them, or all that the map shows were taken. */
  onChoose?: (ids: readonly string[]) => void
  /** Land and borders under the points. Not for a phone's page, which keeps all of its files. */
  fetchLand?: () => Promise<[number, number][][]>
  className?: string
  /** How near it may begin; a town instead of a country: 14. */
  maxZoom?: number
}

export type MapControls = {
  zoom: (steps: number) => void
  fit: () => void
  /** The points that lie within a line; without one, those that are shown. */
  pointsIn: (corners?: readonly Spot[]) => string[]
}
