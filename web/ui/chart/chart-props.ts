import type { ReactNode } from 'react'

type ChartPoint = { label: string; values: Readonly<Record<string, number>> }
type ChartSeries = { id: string; label: string }

export type ChartProps = {
  /** What the figures are about; it names the drawing and heads the table. */
  title: string
  kind: 'line' | 'area' | 'bar'
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** How to write a value, in the tooltip, at the axis and in the table. */
  format?: (value: number) => string
  /** How to write it at the axis, where that is to be shorter. */
  formatAxis?: (value: number) => string
  /** Names the first column of the table: "Month". */
  pointHeader?: string
  stacked?: boolean
  height?: number
  emptyText?: string
  /** A point's name in the table as a link to the list that explains it; the caller knows the router. */
  renderPoint?: (point: ChartPoint) => ReactNode
  /** Opens the list that explains a point. */
  onPointClick?: (point: ChartPoint) => void
}

/** The colour of the nth series. */
export const seriesColour = (at: number) => `var(--chart-${(at % 6) + 1})`
