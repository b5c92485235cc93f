import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import type { CommittedDocument } from '#shared/inventory/stock/audits-api.ts'
import { holdingStock, type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { documentNumber } from './stock-documents.ts'

interface Row {
  type: string
  id: string
  number: string | null
  status: string | null
  customer: string | null
  quantity: number
}

/** The documents with commitments of an item, the oldest first. */
export async function listCommittedDocuments(db: Db, caller: Caller, itemId: string): Promise<CommittedDocument[]> {
  const seesOrders = can(caller, 'salesOrders.view')
  const { rows } =
    await sql<Row>`select k.source_type as type, k.source_id as id, ${documentNumber('k')} as number, o.status, a.name as customer, sum(k.quantity)::int as quantity
    from commitment k
    left join sales_orders o on k.source_type = 'sales_order' and o.id = k.source_id
    left join accounts a on a.id = o.account_id
    where k.item_id = ${itemId} and k.state = 'open'
    group by k.source_type, k.source_id, o.id, a.name
    order by coalesce(o.created_at, min(k.created_at)), k.source_id`.execute(db)
  return rows.map(({ customer, ...row }) => ({
    ...row,
    customer: seesOrders ? customer : null,
    whyKept: whyNotReleasable(row.type, row.status),
  }))
}

function whyNotReleasable(type: string, status: string | null): string | null {
  if (type !== 'sales_order') return 'Only orders can be released here. Cancel the document instead.'
  if (!holdingStock.includes(status as OrderStatus)) {
    return `It is ${orderStatusNames[status as OrderStatus] ?? status}; its goods are no longer in stock.`
  }
  return null
}
