import { sql } from 'kysely'
import type { BadRow, ProofCheck } from '#shared/reports/proof-api.ts'
import type { Database } from '#server/db/database.ts'
import { type Check, proofChecks } from './proof-checks.ts'
import { provingLock } from './proofs.ts'

/** Thrown out of a proof that is told to stop. */
export class ProofStopped extends Error {}

interface Following {
  /** Told after every check. */
  onCheck?: (done: ProofCheck) => Promise<void> | void
  /** Asked before every check. */
  isStopped?: () => boolean
}

/**
 * Checks the books as they are at one moment, while everybody goes on working: one snapshot for all checks, nothing locked,
 * nothing repaired, no row in our memory but the first bad one of each check.
 */
export async function prove(database: Database, { onCheck, isStopped }: Following = {}): Promise<ProofCheck[]> {
  return await database.db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql.raw(`set local statement_timeout = '30min'`).execute(tx)
    await sql.raw(`set local idle_in_transaction_session_timeout = '1min'`).execute(tx)
    // The big sums are one pass each: hashing them in memory saves sorting them on disk.
    await sql.raw(`set local work_mem = '64MB'`).execute(tx)
    await sql`select pg_advisory_xact_lock_shared(${provingLock})`.execute(tx)
    const done: ProofCheck[] = []
    for (const { name, rows } of proofChecks) {
      if (isStopped?.()) throw new ProofStopped('The server was stopped.')
      const began = performance.now()
      const found = await sql<BadRow & { broken: number }>`${sql.raw(firstOf(rows))}`.execute(tx)
      const [first] = found.rows
      const check: ProofCheck = {
        name,
        broken: first?.broken ?? 0,
        first: first
          ? { kind: first.kind, id: first.id, name: first.name, says: first.says, explained: first.explained }
          : null,
        ms: Math.round(performance.now() - began),
      }
      done.push(check)
      await onCheck?.(check)
    }
    return done
  })
}

const firstOf = (rows: Check['rows']) =>
  `/* plan each time */ select r.*, count(*) over () as broken from (${rows}) r order by r.name, r.id limit 1`

export const isGreen = (checks: readonly ProofCheck[]) => checks.every(({ broken }) => broken === 0)
