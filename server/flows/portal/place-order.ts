import { whyPortalOrderNotCancelled, whyPortalOrderNotChanged } from '#shared/portal/portal-order.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { formatAmount, formatPrice } from '#shared/money.ts'
import type { CheckedOrder, NewPortalOrder, PortalOrderInput, Requisition } from '#shared/portal/orders-api.ts'
import type { PortalOrder } from '#shared/portal/portal-order.ts'
import { needsApproval } from '#shared/portal/portal-user.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { chooseAddresses } from '#server/kernel/document-addresses.ts'
import { preview } from '#server/kernel/preview.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { offeredLines } from '#server/portal/catalogue.ts'
import { getPortalOrder } from '#server/portal/portal-orders.ts'
import { type PortalViewer, portalActor } from '#server/portal/portal-viewer.ts'
import { addRequisition, decideRequisition, getRequisition, lockRequisition } from '#server/portal/requisitions.ts'
import { lockCount, noteShelfOrder } from '#server/portal/shelf-counts.ts'
import { createOrder, updateOrder } from '#server/sales/orders/order-draft.ts'
import { lockOrder } from '#server/sales/orders/order-lock.ts'
import { type OrderInput, priceOrder } from '#server/sales/orders/price-order.ts'
import { cancelOrder } from '#server/flows/orders/cancel-order.ts'

type Input = z.output<typeof PortalOrderInput>
type Lines = Input['lines']

/** Places an order of a customer's user; above their limit, creates a requisition that waits for an owner's approval. */
export async function placePortalOrder(
  work: Work,
  { shelfCountId, ...input }: z.output<typeof NewPortalOrder>,
): Promise<{ order: PortalOrder | null; requisition: Requisition | null }> {
  const actor = await portalActor(work, 'order')
  assertWantedDay(work, input.requestedDate)
  const count = shelfCountId ? { id: shelfCountId, ...(await lockCount(work, actor.accountId, shelfCountId)) } : null
  const order = orderOf(actor, input)
  await assertOrderable(work, actor, order.lines, 'lines')
  const { total } = await priceOrder(work, order)
  if (!needsApproval(actor, BigInt(total))) {
    const placed = await place(work, actor, order)
    if (count) await noteShelfOrder(work, count, { orderId: placed.id })
    return { order: placed, requisition: null }
  }
  const { shipToId, newShipTo } = await chooseAddresses(work, actor.accountId, input)
  const id = await addRequisition(work, actor, { ...input, shipToId, newShipTo, lines: order.lines }, BigInt(total))
  if (count) await noteShelfOrder(work, count, { requisitionId: id })
  return { order: null, requisition: await getRequisition(work.tx, actor, id) }
}

async function place(work: Work, actor: PortalViewer, order: OrderInput): Promise<PortalOrder> {
  const { id } = await createOrder(work, order, undefined, 'portal')
  return getPortalOrder(work.tx, actor.accountId, id)
}

/** What an order would cost and whether there is enough stock, by the same rules; writes nothing. */
export async function checkPortalOrder(deps: CommandDeps, caller: Caller, lines: Lines): Promise<CheckedOrder> {
  return preview(deps, caller, async (work) => {
    const actor = await portalActor(work, 'order')
    const order = orderOf(actor, { lines, reference: null, notes: null })
    const offers = await offeredLines(work.tx, actor.accountId, order.lines)
    const priced = await priceOrder(work, order)
    return {
      lines: offers.map((offer) => {
        const line = priced.lines.find((one) => one.item_id === offer.product.id)
        return { ...offer, unitPrice: formatPrice(line?.unit_price ?? 0), total: formatAmount(line?.total ?? 0) }
      }),
      total: formatAmount(priced.total),
      needsApproval: needsApproval(actor, BigInt(priced.total)),
    }
  })
}

/** Changes an order from the portal until staff confirm it or set its prices. */
export async function changePortalOrder(work: Work, id: string, version: number, input: Input): Promise<PortalOrder> {
  const actor = await portalActor(work, 'order')
  const { requestedDate } = await lockOwnOrder(work, actor, id, whyPortalOrderNotChanged)
  if (input.requestedDate !== requestedDate) assertWantedDay(work, input.requestedDate)
  const order = orderOf(actor, input)
  await assertOrderable(work, actor, order.lines, 'lines')
  await updateOrder(work, id, version, order)
  const changed = await getPortalOrder(work.tx, actor.accountId, id)
  const { rows } = await sql<{ total: number }>`select total from sales_orders where id = ${id}`.execute(work.tx)
  if (needsApproval(actor, BigInt(rows[0]?.total ?? 0)))
    throw new Refusal(
      'INVALID',
      `Above your limit of ${formatAmount(actor.approvalLimit ?? 0n)}: only an owner can change this order.`,
    )
  return changed
}

/** Cancels an order from the portal until staff confirm it. */
export async function cancelPortalOrder(work: Work, id: string, reason: string): Promise<PortalOrder> {
  const actor = await portalActor(work, 'order')
  await lockOwnOrder(work, actor, id, whyPortalOrderNotCancelled)
  await cancelOrder(work, id, reason)
  return getPortalOrder(work.tx, actor.accountId, id)
}

/** An owner's approval creates the order in the owner's name. */
export async function approveRequisition(work: Work, id: string): Promise<Requisition> {
  const actor = await portalActor(work, 'approve')
  const wanted = await lockRequisition(work, actor, id)
  const isPast = wanted.requestedDate && wanted.requestedDate < work.today
  const order = orderOf(actor, { ...wanted, requestedDate: isPast ? null : wanted.requestedDate })
  await assertOrderable(work, actor, order.lines, 'lines')
  const made = await createOrder(work, order, undefined, 'portal')
  await decideRequisition(work, id, 'Approved', { orderId: made.id })
  return getRequisition(work.tx, actor, id)
}

export async function declineRequisition(work: Work, id: string, reason: string): Promise<Requisition> {
  const actor = await portalActor(work, 'approve')
  await lockRequisition(work, actor, id)
  await decideRequisition(work, id, 'Declined', { reason })
  return getRequisition(work.tx, actor, id)
}

/** Throws FORBIDDEN for a colleague's requisition. */
export async function withdrawRequisition(work: Work, id: string): Promise<Requisition> {
  const actor = await portalActor(work, 'order')
  const wanted = await lockRequisition(work, actor, id)
  if (wanted.requestedBy !== actor.userId) throw new Refusal('FORBIDDEN')
  await decideRequisition(work, id, 'Withdrawn')
  return getRequisition(work.tx, actor, id)
}

/**
 * Locks an order of the customer that came from the portal. Throws NOT_FOUND for another customer's, NOT_EDITABLE with the reason
 * from `whyNot`.
 */
async function lockOwnOrder(
  work: Work,
  { accountId }: PortalViewer,
  id: string,
  whyNot: (order: PortalOrder) => string | null,
): Promise<PortalOrder> {
  // Checked before it is locked, so that nobody can lock another customer's order.
  await getPortalOrder(work.tx, accountId, id)
  const order = await lockOrder(work, id)
  const shown = await getPortalOrder(work.tx, accountId, id)
  if (order.accountId !== accountId) throw new Refusal('NOT_FOUND')
  const why = whyNot(shown)
  if (why) throw new Refusal('NOT_EDITABLE', why, { details: { status: order.status } })
  return shown
}

/** Throws INVALID for a day in the past. */
function assertWantedDay(work: Work, day: string | null | undefined): void {
  if (day && day < work.today) throw invalid('requestedDate', 'must not be in the past')
}

/** Merges lines of the same product; the account is always the user's own. */
function orderOf({ accountId }: PortalViewer, input: Input): OrderInput {
  const pieces = new Map<string, number>()
  for (const { productId, quantity } of input.lines) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  const lines = [...pieces].map(([productId, quantity]) => ({ productId, quantity }))
  return { ...input, accountId, lines, charges: [], discount: null }
}

/** Throws INVALID, by line, for products that are not sold (any more) and for quantities below the minimum. */
async function assertOrderable(work: Work, { accountId }: PortalViewer, lines: Lines, at: string): Promise<void> {
  const offers = new Map((await offeredLines(work.tx, accountId, lines)).map((offer) => [offer.product.id, offer]))
  for (const [index, { productId, quantity }] of lines.entries()) {
    const offer = offers.get(productId)
    if (!offer) throw invalid(`${at}.${index}.productId`, 'is not a product')
    if (offer.minimum && quantity < offer.minimum)
      throw invalid(`${at}.${index}.quantity`, `must be at least ${offer.minimum}, the minimum order`)
  }
}
