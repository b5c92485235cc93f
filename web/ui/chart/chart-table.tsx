import type { ChartProps } from './chart-props.ts'

/** The figures of a chart as a table. */
export function ChartTable(props: ChartProps) {
  const { title, points, series, format = String, pointHeader = 'Period', height, renderPoint } = props
  const head = 'sticky top-0 border-line border-b bg-card py-2 pr-4 font-medium text-muted text-xs'
  return (
    // Scrollable regions must be focusable by keyboard.
    <section aria-label={title} tabIndex={0} className="overflow-auto" style={{ maxHeight: height ?? 260 }}>
      <table className="w-full text-table">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              {pointHeader}
            </th>
            {series.map((one) => (
              <th key={one.id} scope="col" className={`${head} text-right`}>
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="border-line border-b py-1.5 pr-4 text-left font-normal">
                {renderPoint ? renderPoint(point) : point.label}
              </th>
              {series.map((one) => (
                <td key={one.id} className="figures border-line border-b py-1.5 pr-4 text-right">
                  {one.id in point.values ? format(point.values[one.id] ?? 0) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
