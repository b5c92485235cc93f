import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { creditShare } from '#shared/invoicing/credit-share.ts'
import { formatAmount } from '#shared/money.ts'
import { type ReturnTransition, returnActions, whyReturnNotOpen } from '#shared/sales/returns/return-transitions.ts'
import type { Return, ReturnLine } from '#shared/sales/returns/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { statement } from '#server/db/flat-sql.ts'
import { utc } from '#server/db/timestamps.ts'
import { returnColumns, returnFrom, returnRow, type ReturnSqlRow } from './return-list.ts'
import { photosSql } from './return-photos.ts'

interface Invoiced {
  quantity: number
  tax: number
  total: number
  /** Pieces that earlier credit notes have credited. */
  credited: number
}

type LineRow = Omit<ReturnLine, 'credit' | 'dispositions'> & {
  dispositions: ReturnLine['dispositions'] | null
  /** The credited amount of the credit note; null before there is one. */
  credited: number | null
  invoiced: Invoiced | null
}

interface FullRow extends ReturnSqlRow {
  lines: LineRow[]
  notes: string | null
  photos: Return['photos']
  deliveryPhotos: string[]
  location: Return['location']
  lent: string | null
  received_date: string | null
  invoice: Return['invoice']
  charges: number | null
  timeline: Return['timeline']
  version: number
}

const invoiceOf = sql`invoices v where v.order_id = o.id and v.voided_at is null and v.deleted_at is null`

const lines = sql`(select json_agg(json_build_object('id', l.id, 'orderLineId', l.order_line_id,
    'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku),
    'lot', json_build_object('id', t.id, 'number', t.lot_number, 'expiryDate', t.expiry_date, 'isNone', t.id = t.item_id),
    'quantity', l.quantity, 'reason', l.reason, 'note', l.note, 'received', l.received,
    'dispositions', (select json_agg(json_build_object('disposition', d.disposition, 'quantity', d.quantity)
        order by array_position(array['restock', 'quarantine', 'supplier', 'scrap'], d.disposition))
      from sales_return_dispositions d where d.line_id = l.id),
    'credited', (select c.total from credit_note_lines c where c.credit_note_id = n.id and c.position = l.position),
    'invoiced', (select json_build_object('quantity', x.quantity, 'tax', x.tax, 'total', x.gross, 'credited',
        coalesce((select sum(c.quantity) from credit_note_lines c where c.invoice_line_id = x.id), 0))
      from invoice_lines x where x.order_line_id = l.order_line_id and x.invoice_id = (select v.id from ${invoiceOf})))
    order by l.position)
  from sales_return_lines l join items i on i.id = l.item_id join lots t on t.id = l.lot_id where l.return_id = r.id)`

/** The delivery that opened the return has the same timestamp; its photos arrive later from the phone. */
const deliveryPhotosSql = sql`coalesce((select json_agg(f.sha256 order by f.sha256) from delivery_proofs d
    join shipments s on s.id = d.shipment_id join route_stops q on q.id = d.stop_id join routes u on u.id = q.route_id
    join driver_files f on f.sha256 = any(d.photos) and f.driver_id = u.driver_id and f.complete_at is not null
    where s.order_id = r.order_id and d.received_at = r.created_at), '[]'::json)`

const readReturn = statement<FullRow, [id: string]>(
  (id) => sql`select ${returnColumns}, r.notes, r.received_date, r.version, ${lines} as lines, ${photosSql} as photos,
      ${deliveryPhotosSql} as "deliveryPhotos",
      (select json_build_object('id', p.id, 'name', p.name) from locations p where p.id = r.location_id) as location,
      (select p.name from locations p where p.id = r.location_id and p.consignee_id is not null) as lent,
      (select json_build_object('id', v.id, 'number', v.number) from ${invoiceOf}) as invoice,
      (select sum(x.gross) from invoice_lines x where x.invoice_id = (select v.id from ${invoiceOf}) and x.kind <> 'item'
        and not exists (select 1 from credit_note_lines c where c.invoice_line_id = x.id)) as charges,
      (select json_agg(json_build_object('at', ${utc(sql`m.at`)}, 'actor', u.name, 'move', m.move, 'from', m.from_status,
          'to', m.to_status, 'reason', m.reason) order by m.is_mail, m.id, m.at)
        from (select false as is_mail, id, at, actor_id, move, from_status, to_status, reason from sales_return_moves where return_id = r.id
          union all select true, null, s.at, s.actor_id, 'mail', null, r.status, s.to_address from money_mails s
            where s.credit_note_id = n.id) m left join users u on u.id = m.actor_id) as timeline
    from ${returnFrom} where r.id = ${id}`,
)

/** One return with everything its page shows. Throws NOT_FOUND. */
export async function getReturn(db: Db | Tx, id: string): Promise<Return> {
  const [row] = await readReturn(db, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const credits = creditsOf(row)
  const ofLines = credits.reduce((total, credit) => total + credit, 0)
  const credit = row.note_total ?? ofLines
  return {
    ...returnRow(row),
    lines: row.lines.map(({ invoiced: _invoiced, credited: _credited, dispositions, ...line }, at) => ({
      ...line,
      dispositions: dispositions ?? [],
      credit: formatAmount(credits[at] ?? 0),
    })),
    notes: row.notes,
    photos: row.photos,
    deliveryPhotos: row.deliveryPhotos,
    location: row.location,
    receivedDate: row.received_date,
    invoice: row.invoice,
    credit: formatAmount(credit),
    creditedCharges: formatAmount(credit - ofLines),
    charges: formatAmount(Number(row.charges ?? 0)),
    timeline: row.timeline,
    transitions: (Object.keys(returnActions) as ReturnTransition[]).map((action) => {
      const reason = whyReturnNotOpen(action, row.status, row.lent)
      return { action, open: reason === null, reason }
    }),
    version: row.version,
  }
}

/** The credit of each line: as in the credit note or, before there is one, what it would be now; in minor units. */
function creditsOf(row: FullRow): number[] {
  const taken = new Map<string, number>()
  return row.lines.map(({ credited, invoiced, orderLineId, received, quantity }) => {
    if (credited !== null) return Number(credited)
    const pieces = received ?? quantity
    if (!invoiced || pieces === 0 || row.note_id) return 0
    const before = invoiced.credited + (taken.get(orderLineId) ?? 0)
    taken.set(orderLineId, (taken.get(orderLineId) ?? 0) + pieces)
    if (before + pieces > invoiced.quantity) return 0
    return creditShare(invoiced, before, pieces).total
  })
}
