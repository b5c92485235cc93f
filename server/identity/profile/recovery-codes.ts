import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { momentSql } from '#server/db/moment.ts'

export const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

/**
 * Replaces the recovery codes by ten new ones of 80 bits; only their hashes are stored. `onlyFirst`: keeps existing codes and
 * returns null.
 */
export async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]>
export async function newRecoveryCodes(tx: Tx, userId: string, o: { onlyFirst: true }): Promise<string[] | null>
export async function newRecoveryCodes(tx: Tx, userId: string, { onlyFirst = false } = {}): Promise<string[] | null> {
  if (onlyFirst) {
    const { rows } = await sql`select 1 from recovery_codes where user_id = ${userId} limit 1`.execute(tx)
    if (rows.length > 0) return null
  }
  const codes = Array.from({ length: 10 }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await tx
    .insertInto('recovery_codes')
    .columns(['user_id', 'code_hash'])
    .expression(sql`select ${userId}, unnest(${codes.map((code) => hashOf(plainCode(code)))}::bytea[])`)
    .execute()
  return codes
}

/** Uses up a code; false if it is wrong or used. */
export async function takeRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: momentSql })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(plainCode(code)))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows === 1n
}

/** Recovery codes replace a lost second factor: without one they are deleted. */
export async function dropCodesWithoutFactor(tx: Tx, userId: string): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}
    and not exists (select 1 from second_factors where user_id = ${userId} and confirmed_at is not null)
    and not exists (select 1 from passkeys where user_id = ${userId})`.execute(tx)
}
