import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { PortalRecall } from '#shared/portal/recalls-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { recallFigures } from './recall-figures.ts'

/** A customer's goods in a recall `r`: what was delivered, and what they still have. */
const goods = (accountId: string) => sql`(with ${recallFigures(sql`r.id`)}
  select json_agg(json_build_object('product', i.name, 'lotNumber', l.lot_number, 'expiryDate', l.expiry_date, 'delivered', coalesce(h.went, 0) + coalesce(c.pieces, 0),
      'held', coalesce(h.has, 0) + coalesce(c.pieces, 0), 'orders', coalesce(h.numbers, '{}')) order by i.name, l.lot_number)
  from had h full join consigned c using (account_id, lot_id) join lots l on l.id = lot_id join items i on i.id = l.item_id
  where account_id = ${accountId})`

interface Which {
  id?: string
  /** Only open recalls that are not acknowledged. */
  isWaiting?: boolean
}

/** Recalls of goods that a customer got, open ones first, without withdrawn ones. */
export async function recallsOfCustomer(
  db: Db | Tx,
  accountId: string,
  { id, isWaiting = false }: Which = {},
): Promise<PortalRecall[]> {
  const waiting = isWaiting
    ? sql`and r.status = 'OPEN' and not exists (
        select 1 from recall_acknowledgements k where k.recall_id = r.id and k.account_id = ${accountId})`
    : sql``
  const { rows } =
    await sql<PortalRecall>`select r.id, r.number, r.status, r.reason, r.instruction, r.created_at as "createdAt", g.goods,
      (select json_build_object('name', k.name, 'held', k.held, 'note', k.note, 'at', ${utc(sql`k.at`)})
        from recall_acknowledgements k where k.recall_id = r.id and k.account_id = ${accountId}) as acknowledgement
    from recalls r cross join lateral (select ${goods(accountId)} as goods) g
    where r.status <> 'WITHDRAWN' and g.goods is not null and (${id ?? null}::uuid is null or r.id = ${id ?? null}::uuid) ${waiting}
      and exists (select 1 from recall_lots x join stock_entry e on e.lot_id = x.lot_id and e.effect = 'SHIP'
        join sales_orders o on o.id = e.source_id where x.recall_id = r.id and o.account_id = ${accountId}
        union all select 1 from recall_lots x join locations p on p.consignee_id = ${accountId}
          join stock_balance b on b.location_id = p.id and b.lot_id = x.lot_id and b.on_hand > 0 where x.recall_id = r.id)
    order by r.status = 'OPEN' desc, r.created_at desc, r.id desc limit 50`.execute(db)
  return rows
}

/**
 * Records a customer's answer to a recall, once. Customers who answer know of it, so the recall's page counts them as notified.
 * Throws NOT_FOUND if the recall doesn't concern them, ALREADY_DONE for a second answer or a recall that has ended.
 */
export async function acknowledgeRecall(
  work: Work,
  recallId: string,
  accountId: string,
  { name, held, note }: { name: string; held: number; note: string | null },
): Promise<PortalRecall> {
  const [recall] = await recallsOfCustomer(work.tx, accountId, { id: recallId })
  if (!recall) throw new Refusal('NOT_FOUND')
  await sql`select 1 from recalls where id = ${recallId} for no key update`.execute(work.tx)
  work.locks.take('recall', recallId)
  const rows = await work.tx
    .insertInto('recall_acknowledgements')
    .columns(['recall_id', 'account_id', 'name', 'held', 'note', 'user_id', 'at'])
    .expression(sql`select id, ${accountId}::uuid, ${name}::text, ${held}::int, ${note}::text, ${work.caller.userId}::uuid, ${work.now}::timestamptz
    from recalls where id = ${recallId} and status = 'OPEN'`)
    .onConflict((oc) => oc.doNothing())
    .returning('name')
    .execute()
  if (rows.length === 0)
    throw new Refusal(
      'ALREADY_DONE',
      recall.acknowledgement ? 'This recall was acknowledged already.' : 'This recall has ended.',
    )
  await work.tx
    .insertInto('recall_customers')
    .values({
      recall_id: recallId,
      account_id: accountId,
      told_how: 'other',
      told_note: 'Acknowledged in the customer portal',
      told_at: work.now,
      told_by: work.caller.userId,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await work.tx
    .updateTable('recalls')
    .set({ version: nextVersion, updated_at: work.now })
    .where('id', '=', recallId)
    .execute()
  work.audit('recall.acknowledged', 'recall', recallId, { accountId, name, held, note })
  work.announce('inventory_transaction', { transactionId: recallId })
  const [answered] = await recallsOfCustomer(work.tx, accountId, { id: recallId })
  return answered ?? recall
}
