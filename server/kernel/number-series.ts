import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { NextNumber } from '#shared/settings/numbering-api.ts'
import {
  type NumberPrefixes,
  type NumberSeries,
  numberSeriesNames,
  whyFirstNumberFixed,
  whyPrefixTaken,
} from '#shared/settings/numbering.ts'
import type { Db } from '#server/db/database.ts'
import { lockCounters } from './numbers.ts'
import type { Work } from './work.ts'

interface Counter {
  first: number
  value: number
}
const unused: Counter = { first: 1, value: 0 }

const nextNumberOf = (series: NumberSeries, year: number, counter: Counter): NextNumber => ({
  series,
  next: counter.value + 1,
  whyFixed: whyFirstNumberFixed(year, counter),
})

/** The next number of each series in the current year. */
export async function listNextNumbers(db: Db): Promise<{ year: number; data: NextNumber[] }> {
  const { rows } = await sql<{ year: number; name: NumberSeries | null } & Counter>`
    select t.year, c.name, c.first, c.value from (select extract(year from company_today())::int as year) t
      left join counters c on c.year = t.year`.execute(db)
  const year = rows[0]?.year ?? 0
  const counters = new Map(rows.map((row) => [row.name, row]))
  return {
    year,
    data: numberSeriesNames.map((series) => nextNumberOf(series, year, counters.get(series) ?? unused)),
  }
}

/**
 * Sets the first number of a series for the year to `next` instead of `before`. The lock of the counter's row serializes this
 * with documents that take a number. Throws TOO_LATE if a number of the year was taken or `year` is not the current one,
 * VERSION_CONFLICT if someone else has set it.
 */
export async function setFirstNumber(
  work: Work,
  series: NumberSeries,
  { year, before, next }: { year: number; before: number; next: number },
): Promise<NextNumber> {
  const current = Number(work.today.slice(0, 4))
  if (year !== current) {
    const why = `belongs to ${year}: it is ${current} now`
    throw new Refusal('TOO_LATE', `The number ${why}.`, { fields: { next: why } })
  }
  await lockCounters(work, [series])
  const counter = work.tx
    .updateTable('counters')
    .set({ first: next, value: next - 1 })
    .where('name', '=', series)
    .where('year', '=', year)
  const changed = await counter
    .where('first', '=', before)
    .where('value', '=', before - 1)
    .returning(['first', 'value'])
    .execute()
  const [started] = changed
  if (!started) throw await whyRefused(work, series, year)
  work.audit('settings.firstNumberSet', 'settings', null, { series, year, before, next })
  return nextNumberOf(series, year, started)
}

async function whyRefused(work: Work, series: NumberSeries, year: number): Promise<Refusal> {
  const counter = await work.tx
    .selectFrom('counters')
    .select(['first', 'value'])
    .where('name', '=', series)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  const whyFixed = whyFirstNumberFixed(year, counter)
  const why = whyFixed ?? `has been set to ${counter.first} by someone else`
  return new Refusal(whyFixed === null ? 'VERSION_CONFLICT' : 'TOO_LATE', `The next number ${why}.`, {
    fields: { next: why },
    details: { next: counter.value + 1 },
  })
}

/**
 * Changes prefixes from the next document on. Waits for transactions that have the counter locked; those that wait for it use the
 * new prefix. Call it last in the transaction. Throws INVALID if numbers of another series have such a prefix.
 */
export async function changePrefixes(work: Work, before: NumberPrefixes, after: NumberPrefixes): Promise<void> {
  const changed = numberSeriesNames.filter((series) => before[series] !== after[series])
  if (changed.length === 0) return
  await lockCounters(work, changed)
  await work.tx
    .insertInto('number_prefixes')
    .columns(['prefix', 'series'])
    .expression(sql`select w.prefix, w.series from unnest(${changed.map((series) => before[series])}::text[], ${changed}::text[])
      as w(prefix, series) where exists (select from counters c where c.name = w.series and c.value >= c.first)`)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const owners = await work.tx
    .selectFrom('number_prefixes')
    .select(['prefix', 'series'])
    .where(
      'prefix',
      'in',
      changed.map((series) => after[series]),
    )
    .execute()
  const taken = changed.flatMap((series) => {
    const owner = owners.find((one) => one.prefix === after[series] && one.series !== series)
    return owner ? [{ series, why: whyPrefixTaken(owner.series as NumberSeries) }] : []
  })
  const [first] = taken
  if (!first) return
  const fields = Object.fromEntries(taken.map(({ series, why }) => [`numbering.${series}`, why]))
  throw new Refusal('INVALID', `${after[first.series]} ${first.why}.`, { fields })
}
