import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

export async function readLogo(db: Db | Tx): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`select content from company_logo`.execute(db)
  return rows[0]?.content ?? null
}

/** Puts a PNG in the place of the logo; answers its hash. */
export async function putLogo(work: Work, content: Buffer): Promise<string> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  await sql`insert into company_logo (id, content, hash, updated_at) values (1, ${content}, ${hash}, ${work.now})
    on conflict (id) do update set content = excluded.content, hash = excluded.hash, updated_at = excluded.updated_at`.execute(
    work.tx,
  )
  work.audit('settings.logoChanged', 'settings', null, { hash })
  return hash
}

export async function removeLogo(work: Work): Promise<void> {
  await sql`delete from company_logo`.execute(work.tx)
  work.audit('settings.logoRemoved', 'settings', null)
}
