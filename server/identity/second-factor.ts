import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { SecondFactor } from '#shared/identity/second-factor-api.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/db/mail.ts'
import { hashOf, owesSecondFactor } from '#server/http/session.ts'
import { mails } from './mails.ts'
import { endEverySession } from './sessions.ts'
import { getUser } from './sign-in.ts'

const period = 30

/** Whether the user has one, whether they must, and how many recovery codes are left. */
export async function secondFactorOf(db: Db, userId: string): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`select f.confirmed_at is not null as enabled,
      (${owesSecondFactor}) or (f.confirmed_at is not null and u.role = 'admin' and coalesce((select
        (content #>> '{security,requireSecondFactorForAdmins}')::boolean from settings), false)) as required,
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from users u left join second_factors f on f.user_id = u.id where u.id = ${userId}`.execute(db)
  return rows[0] ?? { enabled: false, required: false, recoveryCodesLeft: 0 }
}

/** A new secret, which counts once a code of it is confirmed. Throws MOVE_NOT_OPEN where one is on. */
export async function beginSecondFactor(db: Db, userId: string): Promise<{ secret: string; uri: string }> {
  const user = await getUser(db, userId)
  const secret = new Secret({ size: 20 })
  const done = await sql`insert into second_factors as f (user_id, secret) values (${userId}, ${secret.base32})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where f.confirmed_at is null`.execute(db)
  if (done.numAffectedRows !== 1n) throw new Refusal('MOVE_NOT_OPEN', 'Your second factor is on. Turn it off first.')
  const uri = new TOTP({ issuer: 'Wardstock', label: user.email, secret, period, digits: 6 }).toString()
  return { secret: secret.base32, uri }
}

/** Turns it on with the first code; answers the recovery codes. Every session ends; `alongside` starts the caller's anew. */
export async function confirmSecondFactor(
  database: Database,
  userId: string,
  code: string,
  now: Date,
  alongside: (tx: Tx) => Promise<void>,
): Promise<{ recoveryCodes: string[] }> {
  return database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    const { rows } = await sql<{ secret: string }>`select secret from second_factors
      where user_id = ${userId} and confirmed_at is null`.execute(tx)
    const [pending] = rows
    if (!pending) throw new Refusal('MOVE_NOT_OPEN', 'Begin to set up a second factor first.')
    const step = stepOf(pending.secret, code, now)
    if (step === null) throw invalid('code', 'is wrong')
    await sql`update second_factors set confirmed_at = now(), last_step = ${step} where user_id = ${userId}`.execute(tx)
    await changed(tx, userId, true)
    await alongside(tx)
    return { recoveryCodes: await newRecoveryCodes(tx, userId) }
  })
}

/** Turns it off; every session ends. Does nothing where there is none. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  const done = await sql`delete from second_factors where user_id = ${userId}`.execute(tx)
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  if (done.numAffectedRows === 1n) await changed(tx, userId, false)
}

/** Turns the own one off; `alongside` starts the caller's session anew. */
export async function disableSecondFactor(
  database: Database,
  userId: string,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    await dropSecondFactor(tx, userId)
    await alongside(tx)
  })
}

/** Ten new recovery codes; throws MOVE_NOT_OPEN where there is no second factor. */
export async function renewRecoveryCodes(database: Database, userId: string): Promise<{ recoveryCodes: string[] }> {
  return database.transaction(async (tx) => {
    const { rows } = await sql`select 1 from second_factors
      where user_id = ${userId} and confirmed_at is not null for update`.execute(tx)
    if (rows.length === 0) throw new Refusal('MOVE_NOT_OPEN', 'Set up a second factor first.')
    await recordAct(tx, userId, { act: 'secondFactor.codesRenewed', entity: 'user', entityId: userId })
    return { recoveryCodes: await newRecoveryCodes(tx, userId) }
  })
}

async function changed(tx: Tx, userId: string, isOn: boolean): Promise<void> {
  await endEverySession(tx, userId)
  await queueMail(tx, mails.secondFactorChanged(await getUser(tx, userId), isOn))
  await recordAct(tx, userId, {
    act: `secondFactor.${isOn ? 'enabled' : 'disabled'}`,
    entity: 'user',
    entityId: userId,
  })
}

/** Ten codes of 80 bits instead of those before; only their hashes are kept. */
async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await sql`insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${codes.map((code) => hashOf(plainCode(code)))}::bytea[])`.execute(tx)
  return codes
}

export const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

/** The step that the code belongs to, the last or the next one too; null where it is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period, digits: 6 })
  const delta = totp.validate({ token: plainCode(code), timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}
