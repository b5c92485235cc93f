import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type Seal, sealMark } from '#server/kernel/seal.ts'

/** Encrypts secrets that an older version stored in plain text. */
export async function sealOldSecrets(db: Db, seal: Seal): Promise<void> {
  const { rows } = await sql<{ user_id: string; secret: string }>`select user_id, secret from second_factors
    where not starts_with(secret, ${sealMark})`.execute(db)
  for (const { user_id, secret } of rows)
    await db
      .updateTable('second_factors')
      .set({ secret: seal.close(secret, user_id) })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute()
}

/** The warning for the operator if secrets were encrypted with another key; null if all are readable. */
export async function whyUnreadable(db: Db, seal: Seal): Promise<string | null> {
  const { rows } = await sql<{ user_id: string; secret: string }>`select user_id, secret from second_factors
    where confirmed_at is not null order by user_id limit 1000`.execute(db)
  const lost = rows.filter(({ user_id, secret }) => seal.open(secret, user_id) === null).length
  if (lost === 0) return null
  return `${lost} of ${rows.length} authenticator apps were set up under another SECRET_KEY: their codes can't be checked. Start with that key again, or let their users log in with a recovery code`
}
