import { sql } from 'kysely'
import { defaultRetentionSettings, type RetentionSettings } from '#shared/retention/settings-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'
import { announceRetention } from './announce.ts'

interface Saved {
  data: RetentionSettings
  /** For If-Match; 1 if nothing was saved yet. */
  version: number
}

/** Fields that were never saved have their defaults. */
export async function getRetentionSettings(db: Db | Tx): Promise<Saved> {
  const { rows } = await sql<{ content: Partial<RetentionSettings>; version: number }>`select content, version
    from retention_settings`.execute(db)
  const [row] = rows
  return { data: { ...defaultRetentionSettings, ...row?.content }, version: row?.version ?? 1 }
}

/** Throws VERSION_CONFLICT unless `version` is the saved one. */
export async function putRetentionSettings(work: Work, content: RetentionSettings, version: number): Promise<Saved> {
  const rows = await work.tx
    .insertInto('retention_settings')
    .columns(['content', 'version', 'updated_at'])
    .expression(sql`select ${JSON.stringify(content)}::jsonb, 2, ${work.now}
      where ${version} = 1 or exists (select 1 from retention_settings)`)
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          version: sql<number>`retention_settings.version + 1`,
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where(sql<boolean>`retention_settings.version = ${version}`),
    )
    .returning('version')
    .execute()
  const saved = rows[0]?.version
  if (saved === undefined) {
    const latest = await getRetentionSettings(work.tx)
    throw new ChangedMeanwhile(latest.version, { entity: 'settings', acts: ['retention.settings'] })
  }
  work.audit('retention.settings', 'settings', null, content)
  announceRetention(work)
  return { data: content, version: saved }
}

/** Turns automatic sending off until a user turns it on again. Returns whether it was on. */
export async function stopAutomaticSending(tx: Tx): Promise<boolean> {
  const rows = await tx
    .updateTable('retention_settings')
    .set({
      version: nextVersion,
      updated_at: momentSql,
      content: sql<string>`jsonb_set(content, '{automatic}', 'false')`,
    })
    .where(sql<boolean>`(content ->> 'automatic')::boolean`)
    .returning('id')
    .execute()
  return rows.length > 0
}
