import { can } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { accountKind } from '#server/crm/partners/accounts.ts'
import { addAddress } from '#server/crm/partners/addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { linkNewShipTo, findNewShipTo } from '#server/sales/orders/new-ship-to.ts'
import { lockOrder } from '#server/sales/orders/order-lock.ts'

/** Adds the address entered with an order to the customer's. Throws FORBIDDEN without the right to edit customers. */
export async function addNewShipTo(work: Work, id: string): Promise<void> {
  const { accountId, address } = await findNewShipTo(work, id)
  if (!can(work.caller, 'crm.edit')) throw new Refusal('FORBIDDEN')
  const { id: addressId } = await addAddress(work, accountKind, accountId, { kind: 'shipping', ...address })
  await lockOrder(work, id)
  // Another user may have decided, or changed the order, while we waited for the lock.
  const now = await findNewShipTo(work, id)
  if (now.accountId !== accountId || JSON.stringify(now.address) !== JSON.stringify(address))
    throw new Refusal('VERSION_CONFLICT')
  await linkNewShipTo(work, id, addressId)
}
