import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { mayInPortal, type PortalAction, type PortalRole } from '#shared/portal/portal-user.ts'
import { portalViewMinutes } from '#shared/portal/viewing-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Caller, Work } from '#server/kernel/work.ts'

/** Whose portal is viewed, and by whom. Every statement of the portal is bound to `accountId`. */
export interface PortalViewer {
  accountId: string
  userId: string
  name: string
  role: PortalRole
  /** Minor units; null is no limit. */
  approvalLimit: bigint | null
  isOffice: boolean
}

/** Determines the viewer of a request to the portal. */
export type View = (input: { db: Db; caller: Caller; query: { account?: string | undefined } }) => Promise<PortalViewer>

interface Row {
  accountId: string
  role: PortalRole
  approvalLimit: number | null
}

/**
 * The viewer. A customer's user sees their own account; a user of the office the one whose view they have opened in this
 * session. Throws NOT_FOUND for any other, whether it exists or not.
 */
export async function portalViewer(
  db: Db | Tx,
  caller: Caller,
  account: string | undefined,
  now: Date,
): Promise<PortalViewer> {
  const isOffice = caller.role !== 'customer'
  const { rows } = isOffice
    ? await sql<Row>`select a.id as "accountId", 'owner' as role, null as "approvalLimit" from accounts a
        where a.id = ${account ?? null}::uuid and a.deleted_at is null and exists (select 1 from portal_views v
          where v.session_id = ${caller.sessionId} and v.account_id = a.id and v.expires_at > ${now})`.execute(db)
    : await sql<Row>`select a.id as "accountId", u.portal_role as role, u.approval_limit as "approvalLimit"
        from users u join accounts a on a.id = u.account_id where u.id = ${caller.userId} and u.role = 'customer'
          and u.deleted_at is null and u.suspended_at is null and a.deleted_at is null
          and a.id = coalesce(${account ?? null}::uuid, a.id)`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const { approvalLimit, ...rest } = row
  return {
    ...rest,
    userId: caller.userId,
    name: caller.name,
    approvalLimit: approvalLimit === null ? null : BigInt(approvalLimit),
    isOffice,
  }
}

/** The user who acts in the portal, with the role that they have in this transaction. Throws FORBIDDEN if their role may not do that. */
export async function portalActor(work: Work, action: PortalAction): Promise<PortalViewer> {
  const viewer = await portalViewer(work.tx, work.caller, undefined, work.now)
  if (!mayInPortal(viewer.role, action)) throw new Refusal('FORBIDDEN')
  return viewer
}

/**
 * The same for changes of users; locks the caller and the changed user before it reads the role: if two owners demote each
 * other at once, the second is no owner any more.
 */
export async function portalManager(work: Work, userId?: string): Promise<PortalViewer> {
  const ids = [...new Set([work.caller.userId, ...(userId ? [userId] : [])])].toSorted()
  work.locks.take('users', ...ids)
  await sql`select 1 from users where id = any(${ids}::uuid[]) order by id for no key update`.execute(work.tx)
  return portalActor(work, 'manageUsers')
}

/** Opens a temporary view of a customer's portal for a user of the office, recorded in the audit log. Throws NOT_FOUND. */
export async function openPortalView(work: Work, accountId: string) {
  const expiresAt = new Date(work.now.getTime() + portalViewMinutes * 60_000)
  const rows = await work.tx
    .insertInto('portal_views')
    .columns(['id', 'session_id', 'user_id', 'account_id', 'started_at', 'expires_at'])
    .expression(sql`select ${newId()}::uuid, ${work.caller.sessionId}::uuid, ${work.caller.userId}::uuid, a.id, ${work.now}::timestamptz,
      ${expiresAt}::timestamptz from accounts a where a.id = ${accountId} and a.deleted_at is null`)
    .returning(sql<string>`(select name from accounts where id = ${accountId})`.as('name'))
    .execute()
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  work.audit('portal.viewed', 'account', accountId, { until: expiresAt.toISOString() })
  return { account: { id: accountId, name: row.name }, expiresAt: expiresAt.toISOString() }
}
