import { exactNumber } from '#shared/money.ts'
import { lineColumns } from './line-columns.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { estimatesApi } from '#shared/sales/estimates/api.ts'
import { chooseAddresses } from '#server/kernel/document-addresses.ts'
import { numbered } from '#server/kernel/numbers.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { estimateHistory, lockEstimate, assertEstimateTransition } from './estimate-lock.ts'
import { enteredIntoEstimate } from './estimate-copy.ts'
import { nothingEntered } from '#server/sales/orders/order-copy.ts'
import { type PricedOrder, priceOrder } from '#server/sales/orders/price-order.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = RequestOf<(typeof estimatesApi.createEstimate)['spec']>['body']

/** Creates a draft, which commits no stock. Returns its id. */
export async function createEstimate(work: Work, input: Input): Promise<string> {
  const id = newId()
  assertNotPast(work, input.validUntil)
  const priced = await priceOrder(work, orderOf(input), nothingEntered)
  await assertOwnOpportunity(work, input)
  const given = input.discount ?? null
  const { shipToId, billToId } = await chooseAddresses(work, input.accountId, input)
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'EST')},
    e as (insert into estimates (id, number, account_id, opportunity_id, status, estimate_date, valid_until, reference, notes,
        discount_kind, discount_value, discount, tax, total, line_count, ship_to_id, bill_to_id, created_by, created_at, updated_at)
      select ${id}::uuid, number, ${input.accountId}::uuid, ${input.opportunityId ?? null}::uuid, 'Draft', ${work.today}::date,
        ${input.validUntil}::date, ${input.reference}::text, ${input.notes}::text, ${given?.kind ?? null}::text,
        ${given && exactNumber(given.value)}::bigint, ${priced.discount}::bigint, ${priced.tax}::bigint, ${priced.total}::bigint,
        ${priced.lines.length}::int, ${shipToId}::uuid, ${billToId}::uuid, ${work.caller.userId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
      from numbered)
    select number from numbered`.execute(work.tx)
  await insertLines(work, id, priced)
  await statusEntry(work, estimateHistory, { id, status: null }, { move: 'create', to: 'Draft' }).execute()
  work.audit('estimate.created', 'estimate', id, { number: rows[0]?.number, total: String(priced.total) })
  work.announce('sales_order_updated', { salesOrderId: id })
  return id
}

/** Changes a draft. Throws INVALID_TRANSITION in any other status, VERSION_CONFLICT for another version. */
export async function updateEstimate(work: Work, id: string, version: number, input: Input): Promise<void> {
  const estimate = await lockEstimate(work, id)
  if (estimate.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: estimate.version } })
  assertEstimateTransition(work, estimate, 'edit')
  assertNotPast(work, input.validUntil)
  const priced = await priceOrder(work, orderOf(input), await enteredIntoEstimate(work, id))
  // The estimate keeps its opportunity, even if that was deleted since.
  const isSame = estimate.opportunityId === (input.opportunityId ?? null) && estimate.accountId === input.accountId
  if (!isSame) await assertOwnOpportunity(work, input)
  const given = input.discount ?? null
  const { shipToId, billToId, newShipTo } = await chooseAddresses(work, input.accountId, input, estimate)
  await sql`delete from estimate_lines where estimate_id = ${id}`.execute(work.tx)
  await work.tx
    .updateTable('estimates')
    .set({
      account_id: input.accountId,
      opportunity_id: input.opportunityId ?? null,
      valid_until: input.validUntil,
      reference: input.reference,
      notes: input.notes,
      discount_kind: given?.kind ?? null,
      discount_value: given && exactNumber(given.value),
      discount: priced.discount,
      tax: priced.tax,
      total: priced.total,
      line_count: priced.lines.length,
      ship_to_id: shipToId,
      bill_to_id: billToId,
      new_ship_to: newShipTo && JSON.stringify(newShipTo),
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  await insertLines(work, id, priced)
  work.audit('estimate.updated', 'estimate', id, { total: String(priced.total), lines: priced.lines.length })
  work.announce('sales_order_updated', { salesOrderId: id })
}

/** The input of an order with the same content: an estimate is priced like the order that it may become. */
const orderOf = ({ accountId, reference, notes, lines, charges, discount }: Input) => ({
  accountId,
  requestedDate: null,
  reference,
  notes,
  lines,
  charges,
  discount,
})

export function assertNotPast(work: Work, validUntil: string): void {
  if (validUntil < work.today) throw invalid('validUntil', 'is in the past')
}

async function assertOwnOpportunity(work: Work, { opportunityId, accountId }: Input): Promise<void> {
  if (!opportunityId) return
  const { rows } = await sql<{ account_id: string | null }>`select account_id from opportunities
    where id = ${opportunityId} and deleted_at is null`.execute(work.tx)
  if (!rows[0]) throw invalid('opportunityId', 'is not an opportunity')
  if (rows[0].account_id !== accountId) throw invalid('opportunityId', 'is of another customer')
}

async function insertLines(work: Work, id: string, { lines, charges }: PricedOrder): Promise<void> {
  const rows = [
    ...lines.map(({ price_tier, ...line }) => ({ ...line, kind: 'item', price_tier, own_price: price_tier === null })),
    ...charges,
  ].map((line, at) => ({ ...line, position: at + 1 }))
  await work.tx
    .insertInto('estimate_lines')
    .columns(lineColumns)
    .expression(sql`select t.id, ${id}::uuid, t.position, t.kind, t.item_id, t.service_type_id, coalesce(i.name, t.name), i.sku, t.unit,
      t.quantity, t.price_tier, t.own_price, t.unit_price, t.total, t.discount, t.tax_name, t.tax_kind, t.tax_rate, t.tax
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id uuid, position int, kind text, item_id uuid,
      service_type_id uuid, name text, unit text, quantity int, price_tier text, own_price boolean, unit_price bigint,
      total bigint, discount bigint, tax_name text, tax_kind text, tax_rate int, tax bigint)
    left join items i on i.id = t.item_id`)
    .execute()
}
