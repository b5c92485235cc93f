import type { ReactNode } from 'react'

type ChartPoint = { label: string; values: Readonly<Record<string, number>> }
type ChartSeries = { id: string; label: string }

export type ChartProps = {
  /** Names the drawing and heads the table. */
  title: string
  kind: 'line' | 'area' | 'bar'
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** Formats a value in the tooltip, on the axis and in the table. */
  format?: (value: number) => string
  /** A shorter format for the axis. */
  formatAxis?: (value: number) => string
  /** Header of the table's first column: "Month". */
  pointHeader?: string
  stacked?: boolean
  height?: number
  emptyText?: string
  /**
   * Renders a point's name in the table, as a link to the list behind it; a callback, because this component doesn't use
   * the router.
   */
  renderPoint?: (point: ChartPoint) => ReactNode
  /** Opens the list behind a point. */
  onPointClick?: (point: ChartPoint) => void
}

/** The colour of the nth series. */
export const seriesColour = (at: number) => `var(--chart-${(at % 6) + 1})`
