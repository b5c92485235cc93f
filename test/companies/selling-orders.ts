import { formatAmount } from '#shared/money.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type Chance, isDone, oneOf, reason, type SellingCompany } from './selling-company.ts'

const taxes = [undefined, 'Standard', 'In the price', 'No tax'] as const

async function orderOf({ admin, orders }: SellingCompany, which: number): Promise<Order | undefined> {
  const id = oneOf(orders, which)
  const found = id ? await admin.call(salesApi.getOrder, { params: { id } }) : undefined
  return found?.status === 200 ? found.body : undefined
}

/** The input for an order or an estimate: up to three products, a fee, a discount. */
export function newLines({ products }: SellingCompany, { a, b, c }: Chance) {
  const lines = Array.from({ length: 1 + (b % 3) }, (_none, at) => ({
    productId: products[(a + at) % 3] ?? '',
    quantity: 1 + ((b * (at + 1) + c) % 17),
    tax: taxes[(c + at) % 4],
    ...((a + at) % 5 === 0 && { unitPrice: formatAmount(BigInt(1 + ((b * 7 + c) % 5000))) }),
  }))
  const fee = { name: 'Freight', unitPrice: formatAmount(BigInt(b % 900)), tax: taxes[b % 4] }
  const discount = [
    { kind: 'percent' as const, value: String((a % 1000) / 10) },
    { kind: 'amount' as const, value: formatAmount(BigInt(b % 3000)) },
    null,
  ][c % 3]
  return { lines, charges: a % 3 === 0 ? [fee] : [], discount }
}

export async function sell(company: SellingCompany, chance: Chance) {
  const { admin, accounts, orders } = company
  const { a, b, c } = chance
  const body = { accountId: accounts[(a + b) % 2] ?? '', ...newLines(company, chance) }
  const made = await admin.call(salesApi.createOrder, { body })
  if (!isDone(company, 'sell', made)) return
  orders.push(made.body.id)
  if (c % 7 !== 0) await moveOrder(company, 'confirm', made.body.id)
}

type Move = 'confirm' | 'ready' | 'assign' | 'handOver' | 'deliver' | 'failDelivery' | 'replan'
async function moveOrder(
  company: SellingCompany,
  move: Move | 'reverse' | 'cancel' | 'unconfirm',
  id: string,
  body: object = {},
) {
  return isDone(company, move, await company.admin.call(salesApi[move], { params: { id }, body } as never))
}

/** Ships an order, completely or only the picked pieces, and records the outcome of the delivery. */
export async function send(company: SellingCompany, { a, b, c }: Chance, end: 'whole' | 'part' | 'failed') {
  const order = await orderOf(company, a)
  if (!order) return
  const { id, orderLines, status } = order
  if (status === 'PENDING') await moveOrder(company, 'confirm', id)
  const [line] = orderLines
  const picked = orderLines.map(({ id: lineId, quantity }) => ({
    lineId,
    quantity: lineId === line?.id ? b % (quantity + 1) : quantity,
  }))
  if (!(await moveOrder(company, 'ready', id, end === 'part' ? { picked } : {}))) return
  const sent = await orderOf(company, a)
  company.orders.push(...(sent?.children ?? []).map((child) => child.id).filter((one) => !company.orders.includes(one)))
  if (b % 4 === 0) return
  await moveOrder(company, 'assign', id, { method: 'carrier', carrier: 'Blue Van' })
  await moveOrder(company, 'handOver', id)
  if (end === 'failed') {
    await moveOrder(company, 'failDelivery', id, { failureReason: 'REFUSED' })
    if (c % 3 === 0) await moveOrder(company, 'replan', id)
    return
  }
  const lines = (sent?.shipments.at(-1)?.parcel ?? []).map(({ id: lineId, quantity }, at) => {
    const refused = at === 0 ? b % (quantity + 1) : 0
    const damaged = (c + at) % 2 ? Math.min(1, quantity - refused) : 0
    return { lineId, delivered: quantity - refused - damaged, refused, damaged }
  })
  await moveOrder(company, 'deliver', id, { receivedBy: 'Ward 3', ...reason, ...(c % 3 === 0 && { lines }) })
}

export async function moveAny(company: SellingCompany, { a }: Chance, move: 'reverse' | 'cancel' | 'unconfirm') {
  const id = oneOf(company.orders, a)
  if (id) await moveOrder(company, move, id, reason)
}

export async function deleteOrder(company: SellingCompany, { a }: Chance) {
  const id = oneOf(company.orders, a)
  if (id) isDone(company, 'delete', await company.admin.call(salesApi.deleteOrder, { params: { id } }))
}

/** Requests a return of some delivered pieces, or of all if the delivery failed. */
export async function requestReturn(company: SellingCompany, { a, b }: Chance) {
  const id = oneOf(company.orders, a)
  const found = id ? await company.admin.call(returnsApi.listReturnable, { params: { id } }) : undefined
  if (found?.status !== 200) return
  const lines = found.body.lines
    .filter(({ returnable }) => returnable > 0)
    .map(({ orderLineId, lot, returnable }, at) => ({
      orderLineId,
      lotId: lot.id,
      quantity: found.body.isWhole ? returnable : 1 + ((b + at) % returnable),
      reason: 'damaged' as const,
    }))
  if (lines.length === 0) return
  const body = { orderId: id ?? '', lines, notes: null }
  isDone(company, 'return', await company.admin.call(returnsApi.createReturn, { body }))
}

/** Completes a return with all pieces or all but one; the credit must be the one that its page showed. */
export async function settleReturn(company: SellingCompany, { a, b, c }: Chance) {
  const { admin } = company
  const { data } = await admin.do(returnsApi.listReturns, { query: { account: company.accounts[a % 2] ?? '' } })
  const open = data.find(({ status }) => status === 'Requested' || status === 'Approved')
  if (!open) return
  const params = { id: open.id }
  const { lines } = await admin.do(returnsApi.getReturn, { params })
  if (open.status === 'Requested')
    isDone(company, 'approve', await admin.call(returnsApi.approveReturn, { params, body: {} }))
  const arrived = lines.map(({ id, quantity }, at) => ({
    lineId: id,
    received: at === 0 ? Math.max(1, quantity - (c % 2)) : quantity,
  }))
  const receipt = { params, body: { locationId: company.place.warehouse.id, lines: arrived } }
  if (!isDone(company, 'receive', await admin.call(returnsApi.receiveReturn, receipt))) return
  const disposition = b % 2 ? ('restock' as const) : ('scrap' as const)
  const inspected = arrived.map(({ lineId, received }) => ({
    lineId,
    dispositions: [{ disposition, quantity: received }],
  }))
  const inspectedReturn = await admin.do(returnsApi.inspectReturn, { params, body: { lines: inspected } })
  const done = await admin.call(returnsApi.completeReturn, { params, body: { creditCharges: c % 4 === 1 } })
  // If another return of the order is completed concurrently, the rounding cent may move to it.
  if (!isDone(company, 'complete', done) || c % 4 === 1 || !company.isAlone) return
  const given = done.body.creditNote?.total ?? '0.00'
  if (given !== inspectedReturn.credit)
    throw new Error(`${open.number} gives ${given}, its page said ${inspectedReturn.credit}`)
}
