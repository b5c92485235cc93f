import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, type Database, type Db, openDatabase } from './database.ts'
import { refusalOf } from './database-refusals.ts'

export interface ReplicaState {
  status: 'fresh' | 'behind' | 'down'
  /** Milliseconds that it is behind; null where it does not answer or can't say. */
  lagMs: number | null
  /** Why nothing is read from it. */
  problem: string | null
}

/** A copy of the database that is asked for what takes long, so that the daily work has the primary for itself. */
export interface Replica {
  /**
   * Reads from the replica what was committed before the call; where that has not arrived there, from the primary. Who names a
   * reader takes a replica that is at most 30 seconds behind and holds what that user wrote: `asOf` says the moment, null is now.
   */
  read<T>(work: (db: Db, asOf: string | null) => Promise<T>, options?: ReadOptions): Promise<T>
  /** Null where none is set. */
  state(): Promise<ReplicaState | null>
  close(): Promise<void>
}

interface ReadOptions {
  reader?: string
  /** Where the primary is read; a transaction that is under way there. */
  primary?: Db
}

export interface ReplicaOptions {
  connection: Connection
  /** It may be behind for so long. */
  maxLagMs?: number
  /** So long a reader waits for what was committed just now. */
  waitMs?: number
  /** One that does not answer is left alone for so long. */
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

/** Opens the replica's pool. It does not connect yet. `onChange` hears when it falls behind, goes or comes back. */
export function openReplica(
  primary: Database,
  { connection, maxLagMs = 30_000, waitMs = 500, pauseMs = 5_000 }: ReplicaOptions,
  onChange: (state: ReplicaState) => void,
): Replica {
  const copy = openDatabase(connection, { max: primary.pool.options.max ?? 10, clock: primary.clock, queueMs: 2_000 })
  /** Where the primary was, and when: what has arrived there holds all that was committed until then. */
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

  /** How far it is, after a moment's patience for what was committed just now. */
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

  /** Whether the replica lacks something that this user wrote: entries get their numbers a little before they can be seen. */
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

/** It is away, or could not keep what the primary has cleared away since: the primary can answer. */
function isReplicasFault(error: unknown): boolean {
  const { code } = error as { code?: string }
  // A limit that the work set itself would end it there, too.
  if (code === '57014') return false
  if (code === '40001' || code === '40P01' || code === '25006') return true
  const refused = refusalOf(error)?.code
  return refused === 'DATABASE_DOWN' || refused === 'SERVER_BUSY'
}
