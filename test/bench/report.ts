import type { Verdict } from './goals.ts'
import type { Measured } from './measure.ts'

const cell = (value: number, places = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places })

/** The rates as a Markdown table: one row per workload and number of clients. */
export function rateTable(measured: readonly Measured[]): string {
  const rows = measured
    .filter((row) => row.side === 'ours')
    .map((ours) => {
      const other = (side: string) =>
        measured.find((row) => row.work === ours.work && row.clients === ours.clients && row.side === side)
      const [bare, least, raw] = [other('bare'), other('least'), other('raw')]
      const part = (base: Measured | undefined) => (base ? cell(ours.perSecond / base.perSecond, 2) : '–')
      return [
        ours.work,
        ours.clients,
        cell(ours.perSecond),
        cell(ours.p50, 1),
        cell(ours.p95, 1),
        ours.statements,
        ours.trips,
        bare ? cell(bare.perSecond) : '–',
        raw ? cell(raw.perSecond) : '–',
        part(bare),
        part(least),
        part(raw),
        ours.processorMs === null ? '–' : cell(ours.processorMs, 1),
        raw?.processorMs ? cell(raw.processorMs, 1) : '–',
      ]
    })
  const head = [
    'work',
    'clients',
    'ours/s',
    'p50 ms',
    'p95 ms',
    'SQL',
    'trips',
    'bare/s',
    'raw/s',
    '÷ bare',
    '÷ least',
    '÷ raw',
    'CPU ms',
    'raw CPU ms',
  ]
  return table(head, rows)
}

export function goalTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ id, goal, value, unit, met }) => [
    id,
    goal,
    value === null ? 'not measured' : `${cell(value, unit === '×' ? 2 : 0)} ${unit}`.trim(),
    met === null ? '–' : met ? 'met' : 'not met',
  ])
  return table(['', 'goal', 'reached', ''], rows)
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)))
  const lines = texts.map((row) => `| ${row.map((text, at) => pad(text, widths[at] ?? 0, at)).join(' | ')} |`)
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return lines.join('\n')
}

const pad = (text: string, width: number, at: number) => (at < 2 ? text.padEnd(width) : text.padStart(width))
