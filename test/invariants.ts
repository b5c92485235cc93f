import type { Db } from '#server/db/database.ts'
import { integrityChecks } from '#server/integrity/integrity-checks.ts'
import { runCheck } from '#server/integrity/run-checks.ts'

/** The integrity checks that fail, each with its first bad row; an empty object if all pass. */
export async function brokenInvariants(db: Db): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const check of integrityChecks) {
    const { name, first, broken: rows } = await runCheck(db, check)
    if (rows > 0) broken[`${check.id}: ${name}`] = first
  }
  return broken
}
