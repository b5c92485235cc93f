import type { Db } from '#server/db/database.ts'
import { proofChecks } from '#server/integrity/integrity-checks.ts'
import { look } from '#server/integrity/run-checks.ts'

/** Every check of the proof that does not hold, with its first bad row; an empty object when all hold. */
export async function brokenInvariants(db: Db): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const check of proofChecks) {
    const { name, first, broken: rows } = await look(db, check)
    if (rows > 0) broken[`${check.id}: ${name}`] = first
  }
  return broken
}
