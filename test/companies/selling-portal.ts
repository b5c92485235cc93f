import { addDays } from '#shared/dates.ts'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type Chance, isDone, reason, type SellingCompany } from './selling-company.ts'
import { newLines } from './selling-orders.ts'

/**
 * A customer orders in the portal: an owner directly, an orderer with an owner's approval if the order is above their
 * limit.
 */
export async function orderInPortal(company: SellingCompany, { a, b, c }: Chance) {
  const users = await company.usersOf(company.accounts[a % 2] ?? '')
  if (!users) return
  const { owner, orderer } = users
  const client = a % 3 === 0 ? orderer : owner
  const lines = company.products
    .slice(0, 1 + (b % 3))
    .map((productId, at) => ({ productId, quantity: 1 + ((c + at) % 9) }))
  const checked = await client.call(portalOrdersApi.checkOrder, { body: { lines } })
  if (!isDone(company, 'checkOrder', checked)) return
  const placed = await client.call(portalOrdersApi.placeOrder, { body: { lines } })
  if (!isDone(company, 'orderInPortal', placed)) return
  const { order, requisition } = placed.body
  expectTotal('A portal order', (order ?? requisition)?.total, checked.body.total)
  if (order) company.orders.push(order.id)
  if (!requisition || b % 4 === 0) return
  const params = { id: requisition.id }
  const declined = { params, body: reason }
  if (b % 4 === 1) isDone(company, 'decline', await owner.call(portalOrdersApi.decline, declined))
  else {
    const approved = await owner.call(portalOrdersApi.approve, { params, body: {} })
    if (!isDone(company, 'approve', approved) || !approved.body.order) return
    company.orders.push(approved.body.order.id)
    const shown = await owner.call(portalOrdersApi.getOrder, { params: { id: approved.body.order.id }, query: {} })
    if (!isDone(company, 'getOrder', shown)) return
    expectTotal('An approved order', shown.body.total, checked.body.total)
  }
}

/** An estimate that the customer accepts in the portal or by phone becomes an order at its prices. */
export async function estimate(company: SellingCompany, chance: Chance) {
  const { admin, accounts, day } = company
  const accountId = accounts[(chance.a + chance.b) % 2] ?? ''
  const body = { accountId, validUntil: addDays(day, 30), ...newLines(company, chance) }
  const made = await admin.call(estimatesApi.createEstimate, { body: body })
  if (!isDone(company, 'estimate', made)) return
  const params = { id: made.body.id }
  if (chance.c % 2) {
    const sent = await admin.call(estimatesApi.sendEstimate, {
      params,
      body: { to: 'ward@example.com', message: null },
    })
    if (!isDone(company, 'send', sent)) return
    const owner = (await company.usersOf(accountId))?.owner
    if (!owner) return
    const seen = await owner.call(portalEstimatesApi.getEstimate, { params, query: {} })
    if (!isDone(company, 'getEstimate', seen)) return
    expectTotal('An estimate in the portal', seen.body.total, made.body.total)
    const hash = seen.body.hash
    isDone(company, 'accept', await owner.call(portalEstimatesApi.acceptEstimate, { params, body: { hash } }))
  } else {
    const accepted = { params, body: { name: 'Ward 3', reason: 'By phone' } }
    isDone(company, 'accept', await admin.call(estimatesApi.acceptEstimate, accepted))
  }
  const converted = await admin.call(estimatesApi.convertEstimate, { params, body: {} })
  if (!isDone(company, 'convert', converted) || !converted.body.order) return
  const { id } = converted.body.order
  company.orders.push(id)
  const order = await admin.call(salesApi.getOrder, { params: { id } })
  if (order.status === 200) expectTotal('An order of an estimate', order.body.total, made.body.total)
}

function expectTotal(what: string, shown: string | undefined, expected: string) {
  if (shown !== expected) throw new Error(`${what} is ${shown}, ${expected} was promised`)
}
