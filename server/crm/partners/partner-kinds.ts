import type { PartnerKindName } from '#shared/crm/partners/partners-api.ts'
import { accountKind } from './accounts.ts'
import type { PartnerKind } from './partners.ts'
import { supplierKind } from './suppliers.ts'

/** By the word in the path. */
export const partnerKindOf: Record<PartnerKindName, PartnerKind> = { accounts: accountKind, suppliers: supplierKind }

/** Of something that names one of the two: which kind, and which one. */
export function ownerOf(row: { account_id: string | null; supplier_id: string | null }): [PartnerKind, string] {
  return row.account_id !== null ? [accountKind, row.account_id] : [supplierKind, row.supplier_id ?? '']
}
