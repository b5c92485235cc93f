import { type RawBuilder, sql } from 'kysely'
import { formatNumber, type NumberSeries } from '#shared/settings/numbering.ts'
import type { Work } from './work.ts'

/** The next number of a series, such as SO-2026-000123, without gaps: the counter's row stays locked until the commit, so call it last. */
export async function nextNumber(work: Work, series: NumberSeries): Promise<string> {
  const { rows } = await sql<{ number: string }>`with ${numbered(work, series)} select number from numbered`.execute(
    work.tx,
  )
  return rows[0]?.number ?? ''
}

/**
 * The same as CTEs that end with `numbered(number)`, of one row, so that one statement takes the number and writes the document.
 * The prefix is read after the counter is locked, so it is the one in the settings at that time.
 */
export function numbered(work: Work, series: NumberSeries): RawBuilder<unknown> {
  work.locks.take('counter', series)
  const year = Number(work.today.slice(0, 4))
  return sql`counted as (insert into counters (name, year, value) values (${series}, ${year}, 1)
      on conflict (name, year) do update set value = counters.value + 1 returning value),
    numbered as (select number_prefix(${series}) || ${`-${year}-`} || lpad(value::text, greatest(6, length(value::text)), '0') as number from counted)`
}

/** Locks all counters of a command in advance, for one that takes numbers of several series between other steps. */
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
 * Takes numbers for many documents at once, in the order of `wanted`, each from the series of its own year; without gaps, like
 * `nextNumber`. Locks the counters in the order of series and year.
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
