import { formatDay } from '#shared/format-day.ts'
import { sql } from 'kysely'
import { type PeriodEvent, type PeriodLock, settleMinutes } from '#shared/accounting/periods-api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import { utc } from '#server/db/timestamps.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

const minuteMs = 60_000
const listed = 200

export async function getPeriodLock(db: Db | Tx): Promise<PeriodLock> {
  const { rows } = await sql<PeriodLock>`select closed_until as "closedUntil", version from period_lock`.execute(db)
  return rows[0] ?? { closedUntil: null, version: 1 }
}

export async function listPeriodEvents(db: Db): Promise<PeriodEvent[]> {
  const { rows } = await sql<PeriodEvent>`select e.id, e.kind, e.closed_until as "closedUntil", e.reason,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as actor, ${utc(sql`e.at`)} as at
    from period_events e left join users u on u.id = e.actor_id order by e.id desc limit ${listed}`.execute(db)
  return rows
}

/** Closes the books up to a day. Waits for transactions that are posting. Throws INVALID, VERSION_CONFLICT. */
export async function closePeriod(work: Work, version: number, until: string): Promise<PeriodLock> {
  const { closedUntil } = await lockPeriod(work, version)
  if (closedUntil !== null && until <= closedUntil)
    throw invalid('until', `must be after ${formatDay(closedUntil)}, which is closed`)
  if (until >= work.today) throw invalid('until', 'must be before today')
  const { rows } = await sql<{ settled: boolean }>`select company_day(${new Date(
    work.now.getTime() - settleMinutes * minuteMs,
  )}::timestamptz) > ${until}::date as settled`.execute(work.tx)
  if (!rows[0]?.settled)
    throw new Refusal('TOO_EARLY', `${formatDay(until)} can be closed ${settleMinutes} minutes after its end.`)
  await queueJob(work.tx, 'store-closing-balances', {})
  return changePeriod(work, 'close', until, null)
}

/** Reopens the books. Throws INVALID, NOT_READY if nothing is closed, VERSION_CONFLICT. */
export async function reopenPeriod(
  work: Work,
  version: number,
  { until, reason }: { until: string | null; reason: string },
): Promise<PeriodLock> {
  const { closedUntil } = await lockPeriod(work, version)
  if (closedUntil === null) throw new Refusal('NOT_READY', 'No period is closed.')
  if (until !== null && until >= closedUntil) throw invalid('until', `must be before ${formatDay(closedUntil)}`)
  return changePeriod(work, 'reopen', until, reason)
}

const periodActs = { close: 'period.closed', reopen: 'period.reopened' } as const

async function lockPeriod(work: Work, version: number): Promise<PeriodLock> {
  await sql`select 1 from period_lock for update`.execute(work.tx)
  const lock = await getPeriodLock(work.tx)
  if (lock.version !== version)
    throw new ChangedMeanwhile(lock.version, { entity: 'settings', acts: Object.values(periodActs) })
  return lock
}

async function changePeriod(
  work: Work,
  kind: PeriodEvent['kind'],
  until: string | null,
  reason: string | null,
): Promise<PeriodLock> {
  await work.tx.updateTable('period_lock').set({ closed_until: until, version: nextVersion }).execute()
  await work.tx
    .insertInto('period_events')
    .values({ kind, closed_until: until, reason, actor_id: work.caller.userId, at: work.now })
    .execute()
  work.audit(periodActs[kind], 'settings', null, { until, reason })
  return getPeriodLock(work.tx)
}
