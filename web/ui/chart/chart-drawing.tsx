import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { type ChartProps, seriesColour } from './chart-props.ts'

const charts = { line: LineChart, area: AreaChart, bar: BarChart }
const axisText = { fill: 'var(--muted)', fontSize: 12 }
const dashes = ['', '6 4', '2 3']
const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The drawing of a chart; arrow keys move between points. Only loaded lazily, because of its library's size. */
export default function ChartDrawing(props: ChartProps) {
  const { title, kind, points, series, format = String, formatAxis = format, stacked = false, onPointClick } = props
  const Drawing = charts[kind]
  const areCounts = points.every(({ values }) => Object.values(values).every(Number.isInteger))
  const rows = points.map((point) => ({ label: point.label, ...point.values }))
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 600, height: props.height ?? 260 }}>
      <Drawing
        data={rows}
        title={title}
        accessibilityLayer
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        onClick={(state) => {
          const point = points.find((one) => one.label === state.activeLabel)
          if (point) onPointClick?.(point)
        }}
        className={onPointClick ? 'cursor-pointer' : ''}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={axisText} tickLine={false} axisLine={{ stroke: 'var(--line)' }} minTickGap={24} />
        <YAxis
          tick={axisText}
          tickLine={false}
          axisLine={false}
          width="auto"
          tickFormatter={formatAxis}
          allowDecimals={!areCounts}
        />
        <Tooltip
          cursor={kind === 'bar' ? { fill: 'var(--subtle)' } : { stroke: 'var(--line-control)' }}
          isAnimationActive={false}
          content={<Hint format={format} />}
        />
        {series.map((one, at) => {
          const colour = seriesColour(at)
          const shared = { dataKey: one.id, name: one.label, isAnimationActive: !still, animationDuration: 180 }
          const stack = stacked ? { stackId: 'all' } : {}
          if (kind === 'bar')
            return <Bar key={one.id} {...shared} {...stack} fill={colour} radius={stacked ? 0 : 3} maxBarSize={36} />
          if (kind === 'area')
            return (
              <Area
                key={one.id}
                {...shared}
                {...stack}
                type="monotone"
                stroke={colour}
                strokeWidth={2}
                fill={colour}
                fillOpacity={0.12}
              />
            )
          // No animation: a line that is still growing would be missing from a print or screenshot. Dashes distinguish
          // lines without colour.
          return (
            <Line
              key={one.id}
              {...shared}
              isAnimationActive={false}
              type="linear"
              stroke={colour}
              strokeWidth={2}
              strokeDasharray={dashes[at % dashes.length] ?? ''}
              dot={points.length === 1}
            />
          )
        })}
      </Drawing>
    </ResponsiveContainer>
  )
}

// Recharts passes the remaining props to this element.
type HintProps = Partial<Pick<TooltipContentProps, 'active' | 'label' | 'payload'>> & {
  format: (value: number) => string
}

function Hint({ active = false, label, payload = [], format }: HintProps) {
  if (!active) return null
  return (
    <div className="rounded-lg bg-overlay px-3 py-2 text-xs shadow-overlay">
      <p className="mb-1 font-medium text-primary">{label}</p>
      {payload.map((entry, at) => (
        <p key={entry.graphicalItemId ?? at} className="flex items-center gap-2 text-secondary">
          <span aria-hidden className="size-2 rounded-sm" style={{ background: entry.color }} />
          {entry.name}
          <span className="figures ml-auto pl-4 text-primary">{format(Number(entry.value))}</span>
        </p>
      ))}
    </div>
  )
}
