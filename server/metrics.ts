import { sql } from 'kysely'
import type { Database, Db } from './db/database.ts'
import type { Replica, ReplicaState } from './db/replica.ts'
import type { MetricReading } from './http/metrics.ts'

interface Row {
  name: string
  kind: string | null
  count: number
  age: number | null
}

const help = {
  up: 'Whether the database answers',
  replica: 'Whether reports are read from the replica',
  lag: 'Seconds that the replica is behind',
  pool: 'Connections to the database',
  sockets: 'Live connections of browsers to this process',
  waiting: 'Work that waits or is being done, by kind',
  oldest: 'Seconds since the oldest of it was to be done',
  failed: 'Mails and jobs that were given up',
  check: 'Checks of the last integrity check that do not hold',
  checkAge: 'Seconds since the last integrity check ended',
  backupAge: 'Seconds since the last backup was made',
} as const

/** Current values from the database and this process; if the database doesn't answer, only that it is down. */
export async function readMetrics(
  database: Database,
  replica: Replica,
  sockets: () => number,
): Promise<MetricReading[]> {
  const { pool } = database
  const own: MetricReading[] = [
    gauge('wardstock_sockets', help.sockets, sockets()),
    gauge('wardstock_db_pool_connections', help.pool, pool.totalCount - pool.idleCount, { state: 'busy' }),
    gauge('wardstock_db_pool_connections', help.pool, pool.idleCount, { state: 'idle' }),
    gauge('wardstock_db_pool_connections', help.pool, pool.waitingCount, { state: 'waited for' }),
  ]
  try {
    const rows = [...(await readWork(database.db)), ...(await readJobs(database.db))]
    const copy = replicaGauges(await replica.state())
    return [...own, gauge('wardstock_database_up', help.up, 1), ...copy, ...rows.flatMap(gaugesOf)]
  } catch {
    return [...own, gauge('wardstock_database_up', help.up, 0)]
  }
}

function replicaGauges(state: ReplicaState | null): MetricReading[] {
  if (!state) return []
  const up = gauge('wardstock_replica_up', help.replica, state.status === 'fresh' ? 1 : 0)
  return state.lagMs === null ? [up] : [up, gauge('wardstock_replica_lag_seconds', help.lag, state.lagMs / 1000)]
}

const gauge = (name: string, text: string, value: number, labels?: Record<string, string>): MetricReading => ({
  name,
  help: text,
  value,
  ...(labels ? { labels } : {}),
})

function gaugesOf({ name, kind, count, age }: Row): MetricReading[] {
  const labels = kind === null ? undefined : { kind }
  if (name === 'waiting') {
    return [
      gauge('wardstock_waiting', help.waiting, count, labels),
      gauge('wardstock_waiting_oldest_seconds', help.oldest, Math.max(age ?? 0, 0), labels),
    ]
  }
  if (name === 'failed') return [gauge('wardstock_failed', help.failed, count, labels)]
  if (name === 'backup') return age === null ? [] : [gauge('wardstock_backup_age_seconds', help.backupAge, age)]
  if (age === null) return []
  return [
    gauge('wardstock_integrity_check_broken', help.check, count),
    gauge('wardstock_integrity_check_age_seconds', help.checkAge, age),
  ]
}

const secondsSince = (moment: string) => sql.raw(`extract(epoch from moment() - ${moment})::float8`)

async function readWork(db: Db): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select 'waiting' as name, 'mail' as kind, count(*) as count, ${secondsSince('min(created_at)')} as age
      from mail_outbox where state = 'queued'
    union all select 'failed', 'mail', count(*), null from mail_outbox where state = 'failed'
    union all select 'waiting', 'export', count(*), ${secondsSince('min(created_at)')} from exports where state in ('waiting', 'running')
    union all select 'backup', null, 0, (select ${secondsSince('at')} from audit_log
      where entity = 'backup' and act = 'backup.made' order by id desc limit 1)
    union all (select 'check', null, (select count(*) from jsonb_array_elements(checks) c where (c->>'broken')::int > 0),
      ${secondsSince('ended_at')} from proofs where state in ('green', 'red') order by ended_at desc limit 1)`.execute(
      db,
    )
  return rows
}

/** The queue has its own schema, which the first worker creates. */
async function readJobs(db: Db): Promise<Row[]> {
  const { rows: found } = await sql<{
    exists: boolean
  }>`select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (!found[0]?.exists) return []
  const { rows } =
    await sql<Row>`select 'waiting' as name, name as kind, count(*) as count, ${secondsSince('min(start_after)')} as age
      from pgboss.job where state in ('created', 'retry', 'active') group by name
    union all select 'failed', name, count(*), null from pgboss.job where state = 'failed' group by name`.execute(db)
  return rows
}
