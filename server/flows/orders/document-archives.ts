import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { InvoicesWanted } from '#shared/invoicing/documents-api.ts'
import type { Db } from '#server/db/database.ts'
import type { ZipPart } from '#server/files/zip-stream.ts'
import { drawEstimate } from './send-estimate.ts'
import { drawInvoice } from '#server/flows/money/send-invoice.ts'
import { drawPurchase } from '#server/flows/purchasing/send-purchase.ts'

interface Found {
  /** The requested id: of the document, or of its order. */
  asked: string
  id: string
  number: string
}
type Draw = (id: string) => Promise<{ content: Buffer }>
type Words = (count: number) => string

const gone: Words = (count) => (count === 1 ? 'no longer exists' : 'no longer exist')
const uninvoiced: Words = (count) => (count === 1 ? 'has no invoice' : 'have no invoice')

/** Invoices as files, by their own ids or by those of their orders, then without void ones. */
export function invoiceFiles(db: Db, { ids, orders }: InvoicesWanted): Promise<ZipPart[]> {
  const draw = (id: string) => drawInvoice(db, id)
  if (!orders) {
    const own = ids ?? []
    const found = sql<Found>`select id as asked, id, number from invoices where id = any(${own}) and deleted_at is null`
    return filesOf(db, { ids: own, found, draw, missing: gone })
  }
  const found = sql<Found>`select order_id as asked, id, number from invoices
    where order_id = any(${orders}) and deleted_at is null and voided_at is null`
  return filesOf(db, { ids: orders, found, draw, path: 'orders', missing: uninvoiced })
}

/** Purchase orders as files. */
export function purchaseFiles(db: Db, ids: string[], userId: string): Promise<ZipPart[]> {
  const found = sql<Found>`select id as asked, id, number from purchase_orders where id = any(${ids}) and deleted_at is null`
  return filesOf(db, { ids, found, draw: (id) => drawPurchase(db, id, userId), missing: gone })
}

/** Estimates as files. */
export function estimateFiles(db: Db, ids: string[]): Promise<ZipPart[]> {
  const found = sql<Found>`select id as asked, id, number from estimates where id = any(${ids}) and deleted_at is null`
  return filesOf(db, { ids, found, draw: (id) => drawEstimate(db, id), missing: gone })
}

type Wanted = { ids: string[]; found: RawBuilder<Found>; draw: Draw; path?: string; missing: Words }

/**
 * One file per document, drawn when its turn comes, in the requested order. If a document can't be drawn, throws INVALID before
 * anything is sent: an archive that lacks some would look complete.
 */
async function filesOf(db: Db, { ids, found, draw, path = 'ids', missing }: Wanted): Promise<ZipPart[]> {
  const { rows } = await found.execute(db)
  const byRequestedId = new Map(rows.map((row) => [row.asked, row]))
  const unique = [...new Set(ids)]
  const lost = unique.filter((id) => !byRequestedId.has(id)).length
  if (lost > 0) {
    throw new Refusal('INVALID', undefined, { fields: { [path]: `${lost} of ${unique.length} ${missing(lost)}` } })
  }
  return unique.flatMap((id) => {
    const row = byRequestedId.get(id)
    return row ? [{ name: `${row.number}.pdf`, content: drawn(draw, row.id) }] : []
  })
}

async function* drawn(draw: Draw, id: string): AsyncGenerator<Buffer> {
  yield (await draw(id)).content
}
