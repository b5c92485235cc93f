import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import type { DocumentContent } from '#server/documents/document-content.ts'
import { money } from '#server/delivery/exported-list.ts'
import type { ExportColumn } from '#server/http/table-download.ts'
import type { Figures, Measure, ReportDefinition, ReportReply } from '#shared/reports/report.ts'

/** A line of a report's file: a row of the dimension or a period, with its compared values. */
export interface FileLine {
  label: string
  current: Figures
  previous: Figures | null
  yearAgo: Figures | null
}

/** The rows of the requested dimension, then the remainder; without a dimension, the periods. */
export function fileLines(report: ReportReply, by: string | undefined): FileLine[] {
  if (!by) {
    return report.periods.map(({ start, end, ...figures }) => ({
      label: start === end ? start : `${start} – ${end}`,
      ...figures,
    }))
  }
  const rest = report.rest ? [{ label: 'Others', current: report.rest, previous: null, yearAgo: null }] : []
  return [...report.rows, ...rest]
}

/** The columns of a report's table: each measure now, in the previous range and a year ago. */
export function fileColumns(definition: ReportDefinition, first: string): ExportColumn<FileLine>[] {
  const measures = Object.entries(definition.measures)
  const compared = [
    ['', 'current'],
    [', previous period', 'previous'],
    [', a year ago', 'yearAgo'],
  ] as const
  return [
    { header: first, cell: (line) => line.label },
    ...compared.flatMap(([more, span]) =>
      measures.map(([name, { label, unit }]) => ({
        header: `${label}${more}`,
        cell: (line: FileLine) => {
          const value = line[span]?.[name]
          if (value === undefined) return null
          if (unit === 'money') return money(String(value))
          return unit === 'km' ? Number(value) / 1000 : Number(value)
        },
      })),
    ),
  ]
}

/** Formats a figure: "1,234.50", "12", "3.4". */
export function writtenFigure({ unit }: Measure, value: string | number): string {
  if (unit === 'km') return formatFigure(String(Number(value) / 1000), 1)
  return formatFigure(String(value), unit === 'money' ? 2 : 0)
}

/** A report as a PDF; the figures of the previous range are below the current ones, as there is no room side by side. */
export function reportDocument(
  definition: ReportDefinition,
  report: ReportReply,
  lines: readonly FileLine[],
  first: string,
  currency: string,
): DocumentContent {
  const measures = Object.entries(definition.measures)
  const written = (name: string, value: string | number | undefined) => {
    const measure = definition.measures[name]
    return value === undefined || !measure ? '' : writtenFigure(measure, value)
  }
  const { start, end } = report.range
  return {
    name: `${definition.label} ${start} – ${end}`,
    heading: definition.label,
    number: `${formatDay(start)} – ${formatDay(end)}`,
    foot: definition.label,
    blocks: [
      [
        'Details',
        [
          `Amounts in ${currency}`,
          report.previous && `Compared with ${formatDay(report.previous.start)} – ${formatDay(report.previous.end)}`,
        ],
      ],
    ],
    columns: [
      { name: first, width: '*' },
      ...measures.map(([, { label }]) => ({
        name: report.previous ? `${label}\nbefore` : label,
        width: measures.length > 5 ? 56 : 70,
        isFigure: true,
        isSmall: measures.length > 5,
      })),
    ],
    lines: lines.map((line) => [
      line.label,
      ...measures.map(([name]) => ({
        text: written(name, line.current[name]),
        note: line.previous ? written(name, line.previous[name]) : null,
      })),
    ]),
    isNumbered: false,
    sums: measures
      .filter(([, { unit }]) => unit === 'money')
      .map(([name, { label }]) => ({ label: `${label}, ${currency}`, amount: String(report.totals.current[name]) })),
  }
}
