import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, type Database, type Db, openDatabase } from './database.ts'
import { refusalOf } from './database-refusals.ts'

export interface ReplicaState {
  status: 'fresh' | 'behind' | 'down'
  /** Replication lag in milliseconds; null if the replica does not answer or the lag is unknown. */
  lagMs: number | null
  /** Why it is not used for reads. */
  problem: string | null
}

/** A read replica (hot standby) for long queries, so that they don't slow down the daily work on the primary. */
export interface Replica {
  /**
   * Reads from the replica if it has everything that was committed before the call, else from the primary. With `reader`, a user
   * id, a replica up to 30 seconds behind is accepted too, if it has all of that user's writes; `asOf` is then the time of its
   * data, and null otherwise.
   */
  read<T>(work: (db: Db, asOf: string | null) => Promise<T>, options?: ReadOptions): Promise<T>
  /** Null if no replica is configured. */
  state(): Promise<ReplicaState | null>
  close(): Promise<void>
}

interface ReadOptions {
  reader?: string
  /** What to read from instead of the replica: a transaction in progress on the primary, for example. */
  primary?: Db
}

export interface ReplicaOptions {
  connection: Connection
  /** The maximum replication lag. */
  maxLagMs?: number
  /** How long a read waits for the replica to catch up with the latest commits. */
  waitMs?: number
  /** How long a replica that failed is not tried again. */
  pauseMs?: number
}

export const primaryOnly = ({ db }: Pick<Database, 'db'>): Replica => ({
  read: (work, { primary = db } = {}) => work(primary, null),
  state: async () => null,
  close: async () => {},
})

interface Place {
  lsn: bigint
  /** Milliseconds since 1970 by the primary's clock. */
  at: number
  system: string
}
interface Arrived extends Place {
  replayedAt: number | null
}

const down = (problem: string): ReplicaState => ({ status: 'down', lagMs: null, problem })
const maxPlaces = 100
const stepMs = 15

/** Opens the replica's pool. It does not connect yet. `onChange` is called when the replica falls behind, fails or recovers. */
export function openReplica(
  primary: Database,
  { connection, maxLagMs = 30_000, waitMs = 500, pauseMs = 5_000 }: ReplicaOptions,
  onChange: (state: ReplicaState) => void,
): Replica {
  const copy = openDatabase(connection, { max: primary.pool.options.max ?? 10, clock: primary.clock, queueMs: 2_000 })
  /** WAL positions of the primary with their times: a replica that has replayed one has everything committed until then. */
  const places: Place[] = []
  let last: ReplicaState['status'] = 'fresh'
  let leftAloneUntil = 0
  let whyLeftAlone = ''

  const note = (state: ReplicaState): ReplicaState => {
    if (state.status !== last) {
      last = state.status
      onChange(state)
    }
    return state
  }
  const leaveAlone = (problem: string): ReplicaState => {
    leftAloneUntil = performance.now() + pauseMs
    whyLeftAlone = problem
    return note(down(problem))
  }

  async function primaryPlace(): Promise<Place> {
    const { rows } = await sql<{ lsn: string; at: number; system: string }>`select
      (pg_current_wal_flush_lsn() - '0/0')::text as lsn, extract(epoch from clock_timestamp())::float8 * 1000 as at,
      (select system_identifier::text from pg_control_system()) as system`.execute(primary.db)
    const [row] = rows
    if (!row) throw new Error('The primary does not say where it is')
    const place = { ...row, lsn: BigInt(row.lsn) }
    places.push(place)
    if (places.length > maxPlaces) places.shift()
    return place
  }

  async function arrived(): Promise<Arrived> {
    const { rows } = await sql<{
      lsn: string | null
      at: number
      system: string
      replayedAt: number | null
    }>`select (pg_last_wal_replay_lsn() - '0/0')::text as lsn, extract(epoch from clock_timestamp())::float8 * 1000 as at,
      (select system_identifier::text from pg_control_system()) as system,
      extract(epoch from pg_last_xact_replay_timestamp())::float8 * 1000 as "replayedAt"
      where pg_is_in_recovery()`.execute(copy.db)
    const [row] = rows
    if (!row?.lsn) throw new Error('It is no standby server: it takes changes of its own')
    return { ...row, lsn: BigInt(row.lsn) }
  }

  /** The replica's state, after waiting up to `patienceMs` for it to catch up with the latest commits. */
  async function readState(patienceMs: number): Promise<{ state: ReplicaState; asOf: number | null }> {
    if (performance.now() < leftAloneUntil) return { state: down(whyLeftAlone), asOf: null }
    const wanted = await primaryPlace()
    try {
      const until = performance.now() + patienceMs
      for (;;) {
        const there = await arrived()
        if (there.system !== wanted.system) return { state: leaveAlone('It is a copy of another database'), asOf: null }
        if (there.lsn >= wanted.lsn)
          return { state: note({ status: 'fresh', lagMs: 0, problem: null }), asOf: wanted.at }
        if (performance.now() < until) {
          await sleep(stepMs)
          continue
        }
        const known = places.filter((place) => place.lsn <= there.lsn).map(({ at }) => at)
        const asOf = Math.max(there.replayedAt ?? 0, ...known)
        const lagMs = asOf === 0 ? null : Math.max(0, Math.round(wanted.at - asOf))
        const isFarBehind = lagMs === null || lagMs > maxLagMs
        const state: ReplicaState = isFarBehind
          ? { status: 'behind', lagMs, problem: 'It is too far behind' }
          : { status: 'fresh', lagMs, problem: null }
        return { state: note(state), asOf: isFarBehind ? null : asOf }
      }
    } catch (error) {
      return { state: leaveAlone((error as Error).message), asOf: null }
    }
  }

  /**
   * Whether the replica lacks writes of this user, by the audit log. Looks 100 ids back, because an id is assigned before the
   * row's commit makes it visible.
   */
  async function lacksWorkOf(reader: string): Promise<boolean> {
    const { rows: seen } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from audit_log`.execute(
      copy.db,
    )
    const { rows } = await sql<{ wrote: boolean }>`select exists (select 1 from audit_log
      where id > ${(seen[0]?.last ?? 0) - 100} and actor_id = ${reader}) as wrote`.execute(primary.db)
    return rows[0]?.wrote ?? true
  }

  return {
    async read(work, { reader, primary: otherwise = primary.db } = {}) {
      const { state, asOf } = await readState(waitMs)
      if (asOf === null) return work(otherwise, null)
      try {
        if (state.lagMs === 0) return await work(copy.db, null)
        if (reader && !(await lacksWorkOf(reader))) return await work(copy.db, new Date(asOf).toISOString())
      } catch (error) {
        if (!isReplicasFault(error)) throw error
        if (refusalOf(error)?.code === 'DATABASE_DOWN') leaveAlone((error as Error).message)
      }
      return work(otherwise, null)
    },
    state: async () => (await readState(0)).state,
    close: () => copy.close(),
  }
}

/** The replica is down or overloaded, or a replication conflict cancelled the query (the primary has vacuumed rows): use the primary. */
function isReplicasFault(error: unknown): boolean {
  const { code } = error as { code?: string }
  // A statement timeout: the query would run into it on the primary, too.
  if (code === '57014') return false
  if (code === '40001' || code === '40P01' || code === '25006') return true
  const refused = refusalOf(error)?.code
  return refused === 'DATABASE_DOWN' || refused === 'SERVER_BUSY'
}
