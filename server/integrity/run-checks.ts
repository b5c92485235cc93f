import { sql } from 'kysely'
import type { BadRow, IntegrityCheck } from '#shared/reports/integrity-api.ts'
import type { Database, Db } from '#server/db/database.ts'
import { integrityChecks } from './integrity-checks.ts'
import { type Check, sqlOf } from './check-rules.ts'

interface Following {
  /** Called before every check; an error that it throws ends the run. */
  beforeCheck?: () => void
  /** Called after every check. */
  onCheck?: (done: IntegrityCheck) => Promise<void> | void
  /** The image storage; without it, files are not checked. */
  files?: { all(): Promise<ReadonlyMap<string, number>> }
}

const dayMs = 86_400_000

/**
 * Checks the books as of one moment while users go on working: one snapshot for all checks, no locks, no repairs, and only the
 * first bad row of each check in memory.
 */
export async function runChecks(
  database: Pick<Database, 'db'>,
  { beforeCheck, onCheck, files }: Following = {},
): Promise<IntegrityCheck[]> {
  return await database.db.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql.raw(`set local statement_timeout = '30min'`).execute(tx)
    await sql.raw(`set local idle_in_transaction_session_timeout = '10min'`).execute(tx)
    // The large sums take one pass each: more memory lets them hash instead of sorting on disk.
    await sql.raw(`set local work_mem = '64MB'`).execute(tx)
    if (files) await setStoredFiles(tx, await files.all())
    const done: IntegrityCheck[] = []
    for (const check of integrityChecks) {
      beforeCheck?.()
      const result = await runCheck(tx, check)
      done.push(result)
      await onCheck?.(result)
    }
    return done
  })
}

/** Runs one check in the given transaction. */
export async function runCheck(db: Db, check: Check): Promise<IntegrityCheck> {
  const began = performance.now()
  const found = await firstOf(check).execute(db)
  const [first] = found.rows
  return {
    id: check.id,
    name: check.title,
    broken: first?.broken ?? 0,
    first: first
      ? { kind: first.kind, id: first.id, name: first.name, says: first.says, explained: first.explained }
      : null,
    ms: Math.round(performance.now() - began),
  }
}

/** For the checks that compare files with rows. A file is written before its row, so a recent file may not have one yet. */
async function setStoredFiles(tx: Db, written: ReadonlyMap<string, number>): Promise<void> {
  const all = [...written.keys()]
  const old = all.filter((id) => (written.get(id) ?? 0) < Date.now() - 2 * dayMs)
  await sql`select set_config('wardstock.files', ${JSON.stringify({ all, old })}, true)`.execute(tx)
}

const firstOf = (check: Check) => sql<BadRow & { broken: number }>`/* plan each time */
  select r.*, count(*) over () as broken from (${sqlOf(check)}) r order by r.name, r.id limit 1`

export const allPassed = (checks: readonly IntegrityCheck[]) => checks.every(({ broken }) => broken === 0)
