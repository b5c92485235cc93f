import { deleteAddress as deletePartnerAddress } from '#server/crm/partners/addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { keepShipTo } from '#server/sales/estimates/keep-ship-to.ts'

/** Throws IN_USE while an open document uses the address from the address book; closed estimates get a copy. */
export const deleteAddress = (work: Work, id: string): Promise<void> =>
  deletePartnerAddress(work, id, () => keepShipTo(work, id))
