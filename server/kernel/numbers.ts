import { type RawBuilder, sql } from 'kysely'
import { formatNumber, type NumberSeries } from '#shared/settings/numbering.ts'
import type { Work } from './work.ts'

/** The next number of a series, SO-2026-000123, without gaps: its row stays locked until the commit, so take it last. */
export async function nextNumber(work: Work, series: NumberSeries): Promise<string> {
  const { rows } = await sql<{ number: string }>`with ${numbered(work, series)} select number from numbered`.execute(
    work.tx,
  )
  return rows[0]?.number ?? ''
}

/**
 * The same as a CTE with one row and one column, `numbered(number)`: the document is written in the statement that draws its
 * number. The prefix is read once the counter is locked, so that it is the one of the settings as they stand then.
 */
export function numbered(work: Work, series: NumberSeries): RawBuilder<unknown> {
  work.locks.take('counter', series)
  const year = Number(work.today.slice(0, 4))
  return sql`counted as (insert into counters (name, year, value) values (${series}, ${year}, 1)
      on conflict (name, year) do update set value = counters.value + 1 returning value),
    numbered as (select number_prefix(${series}) || ${`-${year}-`} || lpad(value::text, greatest(6, length(value::text)), '0') as number from counted)`
}

/** Locks the counters of a whole act before it draws the first number, for one that needs several of them between other steps. */
export async function lockCounters(work: Work, series: readonly NumberSeries[]): Promise<void> {
  const names = series.toSorted()
  work.locks.take('counter', ...names)
  await work.tx
    .insertInto('counters')
    .columns(['name', 'year', 'value'])
    .expression(
      sql`select name, ${Number(work.today.slice(0, 4))}, 0 from unnest(${names}::text[]) with ordinality as w(name, at) order by at`,
    )
    .onConflict((oc) => oc.columns(['name', 'year']).doUpdateSet({ value: sql<number>`counters.value` }))
    .execute()
}

/**
 * A number for each of many documents, in the order in which they are asked for, each in the series of its own year; as
 * without gaps as nextNumber. The counters are locked in the order of series and year.
 */
export async function takeNumbers(
  work: Work,
  wanted: readonly { series: NumberSeries; year: number }[],
): Promise<string[]> {
  const runs = new Map<string, { series: NumberSeries; prefix: string; year: number; count: number; next: number }>()
  for (const { series, year } of wanted) {
    const key = `${series}/${year}`
    const run = runs.get(key) ?? { series, prefix: '', year, count: 0, next: 0 }
    run.count += 1
    runs.set(key, run)
  }
  const keys = [...runs.keys()].toSorted()
  const ordered = keys.flatMap((key) => runs.get(key) ?? [])
  if (ordered.length === 0) return []
  work.locks.take('counter', ...keys)
  const rows = await work.tx
    .insertInto('counters')
    .columns(['name', 'year', 'value'])
    .expression(sql`select * from unnest(${ordered.map((run) => run.series)}::text[], ${ordered.map((run) => run.year)}::int[],
      ${ordered.map((run) => run.count)}::bigint[])`)
    .onConflict((oc) =>
      oc.columns(['name', 'year']).doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
    )
    .returning(['name', 'year', 'value', sql<string>`number_prefix(name)`.as('prefix')])
    .execute()
  for (const { name, year, value, prefix } of rows) {
    const run = runs.get(`${name}/${year}`)
    if (run) Object.assign(run, { prefix, next: value - run.count + 1 })
  }
  return wanted.map(({ series, year }) => {
    const run = runs.get(`${series}/${year}`)
    if (!run) throw new Error(`No number for ${series} ${year}`)
    run.next += 1
    return formatNumber(run.prefix, year, run.next - 1)
  })
}
