import { sql } from 'kysely'
import type { Settings } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The company's purchasing settings, with defaults for those that it has not set. */
export async function purchasingSettings(db: Db | Tx): Promise<Settings['purchasing'] & { lowStockThreshold: number }> {
  const { rows } = await sql<{ content: unknown }>`select content from settings`.execute(db)
  const { purchasing, lowStockThreshold } = overDefaults(rows[0]?.content)
  return { ...purchasing, lowStockThreshold }
}
