import { whyPortalOrderNotReturned } from '#shared/portal/portal-order.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { getPortalOrder } from '#server/portal/portal-orders.ts'
import { getPortalReturn } from '#server/portal/portal-returns.ts'
import { portalActor } from '#server/portal/portal-viewer.ts'
import { listReturnable } from '#server/sales/returns/returnable.ts'
import { createReturn } from '#server/sales/returns/returns.ts'

/** A customer requests a return of delivered goods. Throws NOT_FOUND for another customer's order. */
export async function requestPortalReturn(
  work: Work,
  input: RequestOf<(typeof portalReturnsApi.requestReturn)['spec']>['body'],
): Promise<PortalReturn> {
  const { accountId } = await portalActor(work, 'return')
  const order = await getPortalOrder(work.tx, accountId, input.orderId)
  const why = whyPortalOrderNotReturned(order)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status: order.status } })
  const id = await createReturn(work, input)
  return getPortalReturn(work.tx, accountId, id)
}

/** What can still be returned of an order. Throws NOT_FOUND for another customer's. */
export async function portalReturnable(db: Db, accountId: string, orderId: string) {
  await getPortalOrder(db, accountId, orderId)
  const { order, account, lines } = await listReturnable(db, orderId)
  if (account.id !== accountId) throw new Refusal('NOT_FOUND')
  return { order, lines }
}
