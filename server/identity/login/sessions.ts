import { sql } from 'kysely'
import type { Session } from '#shared/identity/profile/sessions-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { isLive } from '#server/http/session.ts'
import { deviceOf } from './device-name.ts'

type Row = Omit<Session, 'device'> & { userAgent: string | null }

/** The active sessions of a user, the last used first. */
export async function listSessions(db: Db, userId: string, currentId: string): Promise<{ data: Session[] }> {
  const { rows } = await sql<Row>`select s.id, s.ip, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
      s.user_agent as "userAgent", s.id = ${currentId} as current
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and ${isLive} order by s.last_seen_at desc, s.id limit 200`.execute(db)
  return { data: rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceOf(userAgent) })) }
}

/** Throws NOT_FOUND if the session isn't this user's. */
export async function endOneSession(work: Work, userId: string, sessionId: string): Promise<void> {
  const done = await sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`.execute(work.tx)
  if (done.numAffectedRows !== 1n) throw new Refusal('NOT_FOUND')
  work.audit('session.ended', 'user', userId, { sessionId })
}

/** Ends the sessions of a user, except `exceptId`; returns how many. */
export async function endSessions(work: Work, userId: string, exceptId: string | null): Promise<{ ended: number }> {
  const done = await sql`delete from sessions where user_id = ${userId} and id is distinct from ${exceptId}`.execute(
    work.tx,
  )
  const ended = Number(done.numAffectedRows ?? 0n)
  work.audit('session.allEnded', 'user', userId, { ended })
  return { ended }
}

/** Called after a change of role, rights, password, second factor or suspension, so that no session goes on with the old ones. */
export async function endEverySession(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ auth_epoch: sql<number>`auth_epoch + 1` }).where('id', '=', userId).execute()
  await sql`delete from sessions where user_id = ${userId}`.execute(tx)
}
