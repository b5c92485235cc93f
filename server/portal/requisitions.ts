import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import { type PortalLines, type Requisition, whyRequisitionNotDecided } from '#shared/portal/orders-api.ts'
import type { NewShipTo } from '#shared/crm/partners/postal-address.ts'
import type { z } from 'zod'
import { chosenAddress } from '#server/kernel/document-addresses.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import type { PortalViewer } from './portal-viewer.ts'
import { mailDecision, mailOwners } from './requisition-mails.ts'

type Viewer = Pick<PortalViewer, 'accountId' | 'userId'>
interface Input {
  lines: z.output<typeof PortalLines>
  requestedDate?: string | null | undefined
  reference: string | null
  notes: string | null
  shipToId?: string | null | undefined
  newShipTo?: NewShipTo | null | undefined
}
type Row = Omit<Requisition, 'total'> & { total: number }

const columns = (
  viewer: Viewer,
) => sql`q.id, q.status, u.name as by, q.requested_by = ${viewer.userId}::uuid as "isOwn",
  (select coalesce(json_agg(json_build_object('product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku),
      'quantity', l.line->'quantity') order by l.position), '[]'::json)
    from jsonb_array_elements(q.lines) with ordinality as l(line, position) join items i on i.id = (l.line->>'productId')::uuid) as lines,
  q.requested_date as "requestedDate", q.reference, q.notes, ${chosenAddress('q', 'ship')} as "shipTo", q.total, d.name as "decidedBy", q.decline_reason as "declineReason",
  q.created_at as "createdAt",
  (select json_build_object('id', o.id, 'number', o.number) from sales_orders o
    where o.id = q.order_id and o.account_id = q.account_id and o.deleted_at is null) as "order"`
const from = sql`requisitions q join accounts a on a.id = q.account_id join users u on u.id = q.requested_by left join users d on d.id = q.decided_by`
const shown = (row: Row): Requisition => ({ ...row, total: formatAmount(row.total) })

export async function listRequisitions(db: Db, viewer: Viewer): Promise<Requisition[]> {
  const { rows } = await sql<Row>`select ${columns(viewer)} from ${from} where q.account_id = ${viewer.accountId}
    order by q.created_at desc, q.id desc limit 50`.execute(db)
  return rows.map(shown)
}

/** Throws NOT_FOUND for another customer's requisition. */
export async function getRequisition(db: Db | Tx, viewer: Viewer, id: string): Promise<Requisition> {
  const { rows } = await sql<Row>`select ${columns(viewer)} from ${from}
    where q.id = ${id} and q.account_id = ${viewer.accountId}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return shown(rows[0])
}

/** Stores an order until an owner has decided on it. Returns its id. */
export async function addRequisition(work: Work, viewer: Viewer, input: Input, total: bigint): Promise<string> {
  const id = newId()
  await work.tx
    .insertInto('requisitions')
    .values({
      id,
      account_id: viewer.accountId,
      status: 'Waiting',
      lines: JSON.stringify(input.lines),
      requested_date: input.requestedDate ?? null,
      reference: input.reference,
      notes: input.notes,
      ship_to_id: input.shipToId ?? null,
      new_ship_to: input.newShipTo ? JSON.stringify(input.newShipTo) : null,
      total,
      requested_by: viewer.userId,
      created_at: work.now,
    })
    .execute()
  work.audit('requisition.requested', 'requisition', id, { accountId: viewer.accountId, total: String(total) })
  await mailOwners(work, viewer.accountId, total)
  // Announced to their colleagues.
  work.announce('account_updated', { accountId: viewer.accountId })
  return id
}

export interface WaitingRequisition extends Input {
  requestedBy: string
}

/** Locks a requisition that waits. Throws NOT_FOUND for another customer's, ALREADY_DONE if it is decided. */
export async function lockRequisition(work: Work, viewer: Viewer, id: string): Promise<WaitingRequisition> {
  const { rows } = await sql<
    WaitingRequisition & Pick<Requisition, 'status'>
  >`select status, lines, requested_date as "requestedDate",
      reference, notes, ship_to_id as "shipToId", new_ship_to as "newShipTo", requested_by as "requestedBy"
    from requisitions where id = ${id} and account_id = ${viewer.accountId} for update`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const why = whyRequisitionNotDecided(row)
  if (why) throw new Refusal('ALREADY_DONE', why, { details: { status: row.status } })
  const { shipToId, ...wanted } = row
  return row.newShipTo ? wanted : { ...wanted, shipToId }
}

/** Stores the decision on a locked requisition. */
export async function decideRequisition(
  work: Work,
  id: string,
  status: 'Approved' | 'Declined' | 'Withdrawn',
  { orderId = null, reason = null }: { orderId?: string | null; reason?: string | null } = {},
): Promise<void> {
  const rows = await work.tx
    .updateTable('requisitions')
    .set({
      status,
      order_id: orderId,
      decline_reason: reason,
      decided_by: work.caller.userId,
      decided_at: work.now,
      version: nextVersion,
    })
    .where('id', '=', id)
    .returning(['account_id as accountId', 'requested_by as requestedBy'])
    .execute()
  work.audit(`requisition.${status.toLowerCase()}`, 'requisition', id, { orderId, reason })
  const [decided] = rows
  if (!decided) return
  if (status !== 'Withdrawn') await mailDecision(work, decided.requestedBy, { orderId, reason })
  work.announce('account_updated', { accountId: decided.accountId })
}
