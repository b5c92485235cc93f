import { sql } from 'kysely'
import { formatBracketed, type Gs1 } from '#shared/codes/gs1.ts'
import { asGtin14, parseGtin } from '#shared/codes/gtin.ts'
import { ownCode } from '#shared/codes/own-codes.ts'
import { formatDay } from '#shared/format-day.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { LabelsInput } from '#shared/inventory/labels/api.ts'
import type { Db } from '#server/db/database.ts'

type Wish = LabelsInput['labels'][number]

export interface LabelContent {
  title: string
  lines: string[]
  /** GS1 values if all of them fit into a symbol, else a code of our own. */
  code: { gs1: Gs1 } | { own: string }
}

interface Row {
  id: string
  name: string
  sku: string | null
  barcode: string | null
  lot_number: string | null
  expiry_date: string | null
}

const sources = {
  product: sql`select i.id, i.name, i.sku, i.barcode, null as lot_number, null::date as expiry_date
    from items i where i.deleted_at is null and i.kind <> 'raw_material'`,
  lot: sql`select lot.id, i.name, i.sku, i.barcode, lot.lot_number, lot.expiry_date
    from lots lot join items i on i.id = lot.item_id where lot.id <> lot.item_id and i.deleted_at is null`,
  location: sql`select l.id, l.name, l.type as sku, null as barcode, null as lot_number, null::date as expiry_date
    from locations l where l.deleted_at is null`,
}

/** The content of each label, in the order of the request. Throws INVALID for unknown records. */
export async function labelContents(db: Db, wishes: readonly Wish[]): Promise<LabelContent[]> {
  const found = new Map<string, Row>()
  for (const type of ['product', 'lot', 'location'] as const) {
    const ids = wishes.filter((wish) => wish.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    const { rows } = await sql<Row>`select * from (${sources[type]}) s where s.id = any(${ids}::uuid[])`.execute(db)
    for (const row of rows) found.set(`${type}/${row.id}`, row)
  }
  return wishes.map(({ type, id }, at) => {
    const row = found.get(`${type}/${id.toLowerCase()}`)
    if (!row) throw invalid(`labels.${at}.id`, `is not a ${type}`)
    return contentOf(type, row)
  })
}

function contentOf(
  type: Wish['type'],
  { id, name, sku, barcode, lot_number: lot, expiry_date: expiry }: Row,
): LabelContent {
  const lines = [
    ...(sku ? [sku] : []),
    ...(lot ? [`Lot ${lot}`] : []),
    ...(expiry ? [`Expires ${formatDay(expiry)}`] : []),
  ]
  const gtin = barcode ? gtinOf(barcode) : null
  const fits = type === 'product' || (type === 'lot' && lot !== null && gs1Text.test(lot))
  if (gtin === null || !fits) return { title: name, lines, code: { own: ownCode(type, id) } }
  const gs1 = { gtin, ...(expiry && { expiryDate: expiry }), ...(lot && { lotNumber: lot }) }
  return { title: name, lines, code: { gs1 } }
}

/**
 * The characters of GS1 values of variable length, without the percent sign, which QR readers treat differently: values with it
 * get our own code.
 */
const gs1Text = /^[!"&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/

function gtinOf(barcode: string): string | null {
  const read = /^\d{8,14}$/.test(barcode) ? parseGtin(barcode) : null
  return read && 'gtin' in read ? asGtin14(read.gtin) : null
}

/** The text below a symbol. */
export const codeText = ({ code }: LabelContent): string => ('gs1' in code ? formatBracketed(code.gs1) : code.own)
