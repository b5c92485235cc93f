import { type RawBuilder, sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import { maxPhotosPerReturn, whyNoMorePhotos } from '#shared/sales/returns/return-photos.ts'
import { droppedReturns } from '#shared/sales/returns/return-transitions.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { PortalReturn } from '#shared/portal/returns-api.ts'
import type { Db, Tx } from '#server/db/database.ts'

type Row = Omit<PortalReturn, 'creditNote' | 'canAddPhotos'> & {
  creditNote: { id: string; number: string; total: number } | null
}

async function readReturns(db: Db | Tx, accountId: string, more: RawBuilder<unknown>): Promise<PortalReturn[]> {
  const { rows } =
    await sql<Row>`select r.id, r.number, json_build_object('id', o.id, 'number', o.number) as "order", r.status,
      r.created_at as "createdAt", r.notes,
      coalesce((select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.position, p.id)
        from sales_return_photos p where p.return_id = r.id), '[]'::json) as photos,
      (select json_agg(json_build_object('product', i.name, 'lotNumber', case when t.id <> t.item_id then t.lot_number end,
          'quantity', l.quantity, 'reason', l.reason) order by l.position)
        from sales_return_lines l join items i on i.id = l.item_id join lots t on t.id = l.lot_id where l.return_id = r.id) as lines,
      case when r.status in ${oneOf(droppedReturns)} then (select m.reason from sales_return_moves m
        where m.return_id = r.id order by m.id desc limit 1) end as reason,
      (select json_build_object('id', n.id, 'number', n.number, 'total', n.total) from credit_notes n where n.return_id = r.id) as "creditNote"
    from sales_returns r join sales_orders o on o.id = r.order_id
    where r.account_id = ${accountId} and ${more} order by r.created_at desc, r.id desc limit 100`.execute(db)
  return rows.map(({ creditNote, ...row }) => ({
    ...row,
    canAddPhotos: !whyNoMorePhotos(row.status) && row.photos.length < maxPhotosPerReturn,
    creditNote: creditNote && { ...creditNote, total: formatAmount(creditNote.total) },
  }))
}

export const listPortalReturns = (db: Db, accountId: string) => readReturns(db, accountId, sql`true`)

/** Throws NOT_FOUND for another customer's return. */
export async function getPortalReturn(db: Db | Tx, accountId: string, id: string): Promise<PortalReturn> {
  const [found] = await readReturns(db, accountId, sql`r.id = ${id}`)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}
