import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { Work } from './work.ts'

/** Throws INVALID for a day further in the future than the company's settings let payments, receipts and returns be dated. */
export async function assertPostingDate(work: Work, field: string, date: string): Promise<void> {
  if (date <= work.today) return
  const { rows } = await sql<{ days: number }>`select (content->'posting'->>'futureDays')::int as days
    from settings`.execute(work.tx)
  const days = rows[0]?.days ?? 0
  if (date <= addDays(work.today, days)) return
  throw invalid(field, days === 0 ? 'is in the future' : `is more than ${days} days in the future`)
}
