import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { onDay } from '#shared/inventory/stock/usable-lots.ts'
import type { transfersApi } from '#shared/inventory/transfers/api.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Demand } from '#server/inventory/stock/allocate-stock.ts'
import { isUnfit } from '#server/kernel/usable-lots.ts'

export type TransferInput = RequestOf<(typeof transfersApi.createTransfer)['spec']>['body']

export const ruleOf = (work: Work, { sourceId }: TransferInput) => ({
  ...onDay(work.today),
  locationId: sourceId,
})
export const piecesOf = (demands: readonly Demand[]) => demands.reduce((sum, one) => sum + one.quantity, 0)

/** Locks both locations. Throws INVALID for an unknown one. */
export async function assertLocationsExist(work: Work, { sourceId, destinationId }: TransferInput): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from locations where id in (${sourceId}, ${destinationId})
    and deleted_at is null order by id for share`.execute(work.tx)
  for (const [field, id] of Object.entries({ sourceId, destinationId })) {
    if (!rows.some((row) => row.id === id)) throw invalid(field, 'is not a location')
  }
}

/** The stock that the lines need. Throws INVALID for an unknown item or lot. */
export async function demandsOf(work: Work, { lines }: TransferInput): Promise<Demand[]> {
  const { rows: items } = await sql<{ id: string; name: string }>`select id, name from items
    where id = any(${listOf(lines.map((line) => line.itemId))}) and deleted_at is null order by id for share`.execute(
    work.tx,
  )
  const { rows: lots } = await sql<{ id: string; item_id: string }>`select id, item_id from lots
    where id = any(${listOf(lines.flatMap((line) => line.lotId ?? []))})`.execute(work.tx)
  const names = new Map(items.map((item) => [item.id, item.name]))
  const itemOfLot = new Map(lots.map((lot) => [lot.id, lot.item_id]))
  return lines.map((line, at) => {
    const itemName = names.get(line.itemId)
    if (itemName === undefined) throw invalid(`lines.${at}.itemId`, 'is not an item')
    if (line.lotId && itemOfLot.get(line.lotId) !== line.itemId)
      throw invalid(`lines.${at}.lotId`, 'is not a lot of it')
    return { lineId: newId(), itemId: line.itemId, itemName, quantity: line.quantity, lotId: line.lotId ?? null }
  })
}

export async function writeLines(work: Work, id: string, demands: readonly Demand[]): Promise<void> {
  await work.tx
    .insertInto('stock_transfer_lines')
    .columns(['id', 'transfer_id', 'position', 'item_id', 'lot_id', 'quantity'])
    .expression(sql`select id, ${id}, position, item_id, lot_id, quantity
    from unnest(${listOf(demands.map((one) => one.lineId))}, ${demands.map((one) => one.itemId)}::uuid[],
      ${demands.map((one) => one.lotId ?? null)}::uuid[], ${demands.map((one) => one.quantity)}::int[])
      with ordinality as t(id, item_id, lot_id, quantity, position)`)
    .execute()
}

/**
 * Goods that were committed by FEFO and have expired or were blocked since must not leave automatically; lots that a user chose
 * may. Throws INSUFFICIENT_STOCK.
 */
export async function assertLotsUsable(work: Work, { id, number }: { id: string; number: string }): Promise<void> {
  const { rows } = await sql<{ name: string; lot: string }>`select distinct i.name, lot.lot_number as lot
    from commitment k join stock_transfer_lines l on l.id = k.source_line_id and l.lot_id is null
    join lots lot on lot.id = k.lot_id join items i on i.id = k.item_id
    where k.source_id = ${id} and k.state = 'open' and ${isUnfit('lot', work.today)}
    order by i.name, lot.lot_number`.execute(work.tx)
  if (rows.length === 0) return
  const words = rows.map(({ name, lot }) => `${name}, lot ${lot}`).join('; ')
  throw new Refusal(
    'INSUFFICIENT_STOCK',
    `Lots have expired or are blocked: ${words}. Edit ${number} to use other lots, or choose these lots explicitly.`,
  )
}
