import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { SecondFactor } from '#shared/identity/profile/second-factor-api.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { hasSecondFactor } from '#server/http/session.ts'
import { mails } from '#server/identity/login/mails.ts'
import { dropCodesWithoutFactor, newRecoveryCodes, plainCode } from './recovery-codes.ts'
import type { Seal } from '#server/kernel/seal.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { getUser } from '#server/identity/login/sign-in.ts'
import { momentSql } from '#server/db/moment.ts'

const periodSeconds = 30

/** Whether the user has a second factor, whether one is required, and how many recovery codes are left. */
export async function secondFactorOf(db: Db, userId: string): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`select
      exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as enabled,
      (select count(*)::int from passkeys k where k.user_id = u.id) as passkeys,
      u.role = 'admin' and coalesce((select
        (content #>> '{security,requireSecondFactorForAdmins}')::boolean from settings), false) as required,
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft"
    from users u where u.id = ${userId}`.execute(db)
  return rows[0] ?? { enabled: false, passkeys: 0, required: false, recoveryCodesLeft: 0 }
}

/** Creates a secret, which becomes active when its first code is confirmed. Throws ALREADY_DONE if an app is on. */
export async function beginSecondFactor(db: Db, seal: Seal, userId: string): Promise<{ secret: string; uri: string }> {
  const user = await getUser(db, userId)
  const secret = new Secret({ size: 20 })
  const done = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret: seal.close(secret.base32, userId) })
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet((eb) => ({ secret: eb.ref('excluded.secret'), created_at: momentSql, last_step: 0 }))
        .where(sql<boolean>`second_factors.confirmed_at is null`),
    )
    .executeTakeFirstOrThrow()
  if (done.numInsertedOrUpdatedRows !== 1n)
    throw new Refusal('ALREADY_DONE', 'Your authenticator app is set up. Turn it off first.')
  const uri = new TOTP({ issuer: 'Wardstock', label: user.email, secret, period: periodSeconds, digits: 6 }).toString()
  return { secret: secret.base32, uri }
}

/** Activates the app with its first code; returns the recovery codes. All sessions end; `alongside` starts a new one for the caller. */
export async function confirmSecondFactor(
  database: Database,
  seal: Seal,
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
    if (!pending) throw new Refusal('NOT_READY', 'Start setting up an authenticator app first.')
    const secret = seal.open(pending.secret, userId)
    const step = secret === null ? null : stepOf(secret, code, now)
    if (step === null) throw invalid('code', 'is wrong')
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: momentSql, last_step: step })
      .where('user_id', '=', userId)
      .execute()
    await changed(tx, userId, true)
    await alongside(tx)
    return { recoveryCodes: await newRecoveryCodes(tx, userId) }
  })
}

/** Removes the app, and with `all` also passkeys; all sessions end. False if there was none. */
export async function dropSecondFactor(tx: Tx, userId: string, { all = false } = {}): Promise<boolean> {
  const app = await sql`delete from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(tx)
  const keys = all ? await sql`delete from passkeys where user_id = ${userId}`.execute(tx) : null
  await dropCodesWithoutFactor(tx, userId)
  const isOff = Boolean(app.numAffectedRows || keys?.numAffectedRows)
  if (isOff) await changed(tx, userId, false)
  return isOff
}

/** Removes the caller's own app; `alongside` starts a new session for the caller. */
export async function disableSecondFactor(
  database: Database,
  userId: string,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    if (!(await dropSecondFactor(tx, userId))) throw new Refusal('NOT_READY', 'No authenticator app is set up.')
    await alongside(tx)
  })
}

/** Ten new recovery codes; throws NOT_READY without a second factor. */
export async function renewRecoveryCodes(database: Database, userId: string): Promise<{ recoveryCodes: string[] }> {
  return database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    const { rows } = await sql`select 1 from users u where u.id = ${userId} and ${hasSecondFactor}`.execute(tx)
    if (rows.length === 0) throw new Refusal('NOT_READY', 'Set up a second factor first.')
    await recordAudit(tx, userId, { act: 'secondFactor.codesRenewed', entity: 'user', entityId: userId })
    return { recoveryCodes: await newRecoveryCodes(tx, userId) }
  })
}

async function changed(tx: Tx, userId: string, isOn: boolean): Promise<void> {
  await endEverySession(tx, userId)
  await queueMail(tx, mails.secondFactorChanged(await getUser(tx, userId), isOn))
  await recordAudit(tx, userId, {
    act: `secondFactor.${isOn ? 'enabled' : 'disabled'}`,
    entity: 'user',
    entityId: userId,
  })
}

/** The time step of a code: the current one, the last or the next; null if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = plainCode(code)
  // The comparison throws if the byte lengths differ.
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 })
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}
