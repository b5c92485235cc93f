import type { OfferedAddress } from '#shared/crm/partners/postal-addresses-api.ts'
import type { Db } from '#server/db/database.ts'
import { offeredAddresses } from '#server/kernel/document-addresses.ts'
import { accountKind } from './accounts.ts'
import { getPartner } from './partners.ts'

/** The addresses of a customer for goods and invoices. Throws NOT_FOUND. */
export async function listPostalAddresses(db: Db, accountId: string): Promise<OfferedAddress[]> {
  await getPartner(db, accountKind, accountId)
  return offeredAddresses(db, accountId)
}
