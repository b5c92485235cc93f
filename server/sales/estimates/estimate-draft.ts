import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { addDays } from '#shared/dates.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { estimatesApi } from '#shared/sales/estimates/api.ts'
import { chooseAddresses } from '#server/kernel/document-addresses.ts'
import { numbered } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  type LockedEstimate,
  lockEstimate,
  transitionEstimate,
  recordEstimateEvent,
  assertEstimateTransition,
} from './estimate-lock.ts'
import { enteredIntoEstimate } from './estimate-copy.ts'
import { nothingEntered } from '#server/sales/orders/order-copy.ts'
import { type PricedOrder, priceOrder } from '#server/sales/orders/price-order.ts'

type Input = Asked<(typeof estimatesApi.createEstimate)['spec']>['body']

/** Days that a copy or a revision is good for, where nobody says until when. */
const usualDays = 30

/** Writes a draft. Nothing is promised by it. Returns its id. */
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
        ${given && Number(given.value)}::bigint, ${priced.discount}::bigint, ${priced.tax}::bigint, ${priced.total}::bigint,
        ${priced.lines.length}::int, ${shipToId}::uuid, ${billToId}::uuid, ${work.caller.userId}::uuid, ${work.now}::timestamptz, ${work.now}::timestamptz
      from numbered)
    select number from numbered`.execute(work.tx)
  await insertLines(work, id, priced)
  await sql`insert into estimate_moves (estimate_id, move, from_status, to_status, actor_id, at)
    values (${id}, 'create', null, 'Draft', ${work.caller.userId}, ${work.now})`.execute(work.tx)
  work.audit('estimate.created', 'estimate', id, { number: rows[0]?.number, total: String(priced.total) })
  work.announce('sales_order_updated', { salesOrderId: id })
  return id
}

/** Changes a draft. Throws INVALID_TRANSITION in any other status, VERSION_CONFLICT for an old version. */
export async function updateEstimate(work: Work, id: string, version: number, input: Input): Promise<void> {
  const estimate = await lockEstimate(work, id)
  if (estimate.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: estimate.version } })
  assertEstimateTransition(work, estimate, 'edit')
  assertNotPast(work, input.validUntil)
  const priced = await priceOrder(work, orderOf(input), await enteredIntoEstimate(work, id))
  await assertOwnOpportunity(work, input)
  const given = input.discount ?? null
  const { shipToId, billToId } = await chooseAddresses(work, input.accountId, input, estimate)
  await sql`delete from estimate_lines where estimate_id = ${id}`.execute(work.tx)
  await sql`update estimates set account_id = ${input.accountId}, opportunity_id = ${input.opportunityId ?? null},
      valid_until = ${input.validUntil}, reference = ${input.reference}, notes = ${input.notes},
      discount_kind = ${given?.kind ?? null}, discount_value = ${given && Number(given.value)}, discount = ${priced.discount},
      tax = ${priced.tax}, total = ${priced.total}, line_count = ${priced.lines.length}, ship_to_id = ${shipToId},
      bill_to_id = ${billToId}, version = version + 1,
      updated_at = ${work.now} where id = ${id}`.execute(work.tx)
  await insertLines(work, id, priced)
  work.audit('estimate.updated', 'estimate', id, { total: String(priced.total), lines: priced.lines.length })
  work.announce('sales_order_updated', { salesOrderId: id })
}

/** A draft with the same lines at the same prices, under a number of its own. Returns its id. */
export async function duplicateEstimate(work: Work, id: string): Promise<string> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'duplicate')
  const copy = newId()
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'EST')} select number from numbered`.execute(
    work.tx,
  )
  await copyEstimate(work, estimate, {
    id: copy,
    number: rows[0]?.number ?? '',
    validUntil: addDays(work.today, usualDays),
  })
  return copy
}

/**
 * A draft in the place of an estimate. The old one stays as it was, for reading; what of it could still be accepted is
 * cancelled, so that no customer accepts what is being changed. Returns the draft's id.
 */
export async function reviseEstimate(work: Work, id: string, validUntil: string | undefined): Promise<string> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'revise')
  if (validUntil) assertNotPast(work, validUntil)
  const revision = estimate.revision + 1
  const number = `${estimate.number.replace(/-R\d+$/, '')}-R${revision}`
  const copy = newId()
  if (estimate.status === 'Sent' || estimate.status === 'Accepted') {
    await transitionEstimate(work, estimate, 'cancel', { cancelReason: `Revised as ${number}` })
  } else await recordEstimateEvent(work, estimate, 'revise', estimate.status, `Revised as ${number}`)
  await copyEstimate(work, estimate, {
    id: copy,
    number,
    revision,
    validUntil: validUntil ?? addDays(work.today, usualDays),
  })
  return copy
}

interface Copy {
  id: string
  number: string
  validUntil: string
  /** Of a revision; a duplicate is nobody's. */
  revision?: number
}

async function copyEstimate(work: Work, estimate: LockedEstimate, copy: Copy): Promise<void> {
  const isRevision = copy.revision !== undefined
  await sql`insert into estimates (id, number, revision, revises_id, account_id, opportunity_id, status, estimate_date,
      valid_until, reference, notes, discount_kind, discount_value, discount, tax, total, line_count, ship_to_id, bill_to_id,
      created_by, created_at, updated_at)
    select ${copy.id}, ${copy.number}, ${copy.revision ?? 1}, ${isRevision ? estimate.id : null}::uuid, account_id,
      ${isRevision ? sql`opportunity_id` : sql`null::uuid`}, 'Draft', ${work.today}, ${copy.validUntil},
      ${isRevision ? sql`reference` : sql`null::text`}, notes, discount_kind, discount_value, discount, tax, total, line_count,
      ship_to_id, bill_to_id, ${work.caller.userId}, ${work.now}, ${work.now} from estimates where id = ${estimate.id}`.execute(
    work.tx,
  )
  await sql`insert into estimate_lines (id, estimate_id, position, kind, item_id, service_type_id, name, sku, unit, quantity,
      price_tier, own_price, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax)
    select gen_random_uuid(), ${copy.id}::uuid, position, kind, item_id, service_type_id, name, sku, unit, quantity,
      price_tier, own_price, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax
    from estimate_lines where estimate_id = ${estimate.id}`.execute(work.tx)
  const from = isRevision ? `Revises ${estimate.number}` : `Copied from ${estimate.number}`
  await sql`insert into estimate_moves (estimate_id, move, from_status, to_status, reason, actor_id, at)
    values (${copy.id}, 'create', null, 'Draft', ${from}, ${work.caller.userId}, ${work.now})`.execute(work.tx)
  work.audit('estimate.created', 'estimate', copy.id, { number: copy.number, from: estimate.number })
  work.announce('sales_order_updated', { salesOrderId: copy.id })
}

/** An estimate is priced as the order that it may become. */
const orderOf = ({ accountId, reference, notes, lines, charges, discount }: Input) => ({
  accountId,
  requestedDate: null,
  reference,
  notes,
  lines,
  charges,
  discount,
})

function assertNotPast(work: Work, validUntil: string): void {
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
  await sql`insert into estimate_lines (id, estimate_id, position, kind, item_id, service_type_id, name, sku, unit, quantity,
      price_tier, own_price, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax)
    select t.id, ${id}::uuid, t.position, t.kind, t.item_id, t.service_type_id, coalesce(i.name, t.name), i.sku, t.unit,
      t.quantity, t.price_tier, t.own_price, t.unit_price, t.total, t.discount, t.tax_name, t.tax_kind, t.tax_rate, t.tax
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id uuid, position int, kind text, item_id uuid,
      service_type_id uuid, name text, unit text, quantity int, price_tier text, own_price boolean, unit_price bigint,
      total bigint, discount bigint, tax_name text, tax_kind text, tax_rate int, tax bigint)
    left join items i on i.id = t.item_id`.execute(work.tx)
}
