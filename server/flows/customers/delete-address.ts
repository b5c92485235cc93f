import { deleteAddress as deletePartnerAddress } from '#server/crm/partners/addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepShipTo } from '#server/sales/estimates/keep-ship-to.ts'

/** Throws IN_USE while a document that follows the address goes there; closed estimates keep it as their own. */
export const deleteAddress = (work: Work, id: string): Promise<void> =>
  deletePartnerAddress(work, id, () => keepShipTo(work, id))
