import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import type { Work } from '#server/kernel/work.ts'

const changedAct = 'settings.logoChanged'
const removedAct = 'settings.logoRemoved'

export async function readLogo(db: Db | Tx): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`select content from company_logo where content is not null`.execute(
    db,
  )
  return rows[0]?.content ?? null
}

/** Replaces the logo by a PNG. Throws VERSION_CONFLICT unless `version` is the current one. */
export async function putLogo(
  work: Work,
  content: Buffer,
  version: number,
): Promise<{ logo: string; version: number }> {
  const logo = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const saved = await saveLogo(work, { content, hash: logo }, version)
  work.audit(changedAct, 'settings', null, { hash: logo })
  return { logo, version: saved }
}

/** Throws VERSION_CONFLICT unless `version` is the current one. */
export async function removeLogo(work: Work, version: number): Promise<void> {
  await saveLogo(work, { content: null, hash: null }, version)
  work.audit(removedAct, 'settings', null)
}

async function saveLogo(
  { tx, now }: Work,
  { content, hash }: { content: Buffer | null; hash: string | null },
  version: number,
): Promise<number> {
  const rows = await tx
    .insertInto('company_logo')
    .columns(['id', 'content', 'hash', 'updated_at'])
    .expression(
      sql`select 1, ${content}::bytea, ${hash}::text, ${now}::timestamptz where ${version} = 1 or exists (select 1 from company_logo)`,
    )
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          hash: eb.ref('excluded.hash'),
          updated_at: eb.ref('excluded.updated_at'),
          version: sql<number>`company_logo.version + 1`,
        }))
        .where(sql<boolean>`company_logo.version = ${version}`),
    )
    .returning('version')
    .execute()
  const saved = rows[0]?.version
  if (saved !== undefined) return saved
  const latest = await sql<{ version: number }>`select version from company_logo`.execute(tx)
  throw new ChangedMeanwhile(
    latest.rows[0]?.version ?? 1,
    { entity: 'settings', acts: [changedAct, removedAct] },
    'Someone else changed the logo in the meantime.',
  )
}
