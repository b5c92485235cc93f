import { formatDay } from '#shared/format-day.ts'
import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import type { Work } from './work.ts'

/**
 * Checks that money or stock may be posted with this date; to be called for every posting date that a user enters. Throws INVALID
 * for a day further in the future than the company's settings allow, PERIOD_CLOSED for one in a closed period.
 */
export async function assertPostingDate(work: Work, field: string, date: string): Promise<void> {
  // A period is closed only some time after its last day, so today is never in a closed period.
  if (date === work.today) return
  if (date < work.today) return assertOpenPeriod(work, field, date)
  const { rows } = await sql<{ days: number }>`select (content->'posting'->>'futureDays')::int as days
    from settings`.execute(work.tx)
  const days = rows[0]?.days ?? 0
  if (date <= addDays(work.today, days)) return
  throw invalid(field, days === 0 ? 'is in the future' : `is more than ${days} days in the future`)
}

/** The last day of the closed period, null if none is closed. Locks it: no period is closed or reopened before this transaction ends. */
export async function holdClosedUntil(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select closed_until as day from period_lock for share`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * Throws PERIOD_CLOSED unless the day is after the last closed one. Locks the period until this transaction ends. Closing a
 * period locks nothing else, so this lock needs no rank in the lock order.
 */
export async function assertOpenPeriod(work: Work, field: string, date: string): Promise<void> {
  const closedUntil = await holdClosedUntil(work.tx)
  if (closedUntil === null || date > closedUntil) return
  throw new Refusal('PERIOD_CLOSED', `The books are closed up to ${formatDay(closedUntil)}. Choose a later date.`, {
    fields: { [field]: `is in a closed period (up to ${formatDay(closedUntil)})` },
    details: { closedUntil },
  })
}
