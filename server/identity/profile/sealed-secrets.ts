import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Keeps secrets that must be read again so that the database alone doesn't tell them. */
export interface Seal {
  close(secret: string, owner: string): string
  /** Null where it was sealed with another key, for somebody else, or changed. */
  open(sealed: string, owner: string): string | null
}

const mark = 'v1.'

/** AES-256-GCM under a key of any form; each text is bound to its owner, so that none can be put in another's place. */
export function sealWith(secretKey: string): Seal {
  const key = createHash('sha256').update(`wardstock second factors\n${secretKey}`).digest()
  return {
    close(secret, owner) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Seals what an older version kept in clear. */
export async function sealOldSecrets(db: Db, seal: Seal): Promise<void> {
  const { rows } = await sql<{ user_id: string; secret: string }>`select user_id, secret from second_factors
    where not starts_with(secret, ${mark})`.execute(db)
  for (const { user_id, secret } of rows)
    await sql`update second_factors set secret = ${seal.close(secret, user_id)}
      where user_id = ${user_id} and secret = ${secret}`.execute(db)
}

/** What to tell whoever runs the server where secrets were sealed with another key than this; null where all is well. */
export async function whyUnreadable(db: Db, seal: Seal): Promise<string | null> {
  const { rows } = await sql<{ user_id: string; secret: string }>`select user_id, secret from second_factors
    where confirmed_at is not null order by user_id limit 1000`.execute(db)
  const lost = rows.filter(({ user_id, secret }) => seal.open(secret, user_id) === null).length
  if (lost === 0) return null
  return `${lost} of ${rows.length} authenticator apps were set up under another SECRET_KEY: their codes can't be checked. Start with that key again, or let their users log in with a recovery code`
}
