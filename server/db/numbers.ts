import { sql } from 'kysely'
import type { Work } from './work.ts'

export type NumberSeries = 'SO' | 'INV' | 'SH' | 'ADJ'

/** The next number of a series, SO-2026-000123, without gaps: its row stays locked until the commit, so take it last. */
export async function nextNumber(work: Work, series: NumberSeries): Promise<string> {
  work.locks.take('counter', series)
  const year = Number(work.today.slice(0, 4))
  const { rows } = await sql<{ value: number }>`insert into counters (name, year, value) values (${series}, ${year}, 1)
    on conflict (name, year) do update set value = counters.value + 1 returning value`.execute(work.tx)
  return formatNumber(series, year, rows[0]?.value ?? 0)
}

export const formatNumber = (series: NumberSeries, year: number, value: number): string =>
  `${series}-${year}-${String(value).padStart(6, '0')}`
