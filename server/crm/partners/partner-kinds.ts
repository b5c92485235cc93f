import type { PartnerKindName } from '#shared/crm/partners/partners-api.ts'
import { accountKind } from './accounts.ts'
import type { PartnerKind } from './partners.ts'
import { supplierKind } from './suppliers.ts'

/** By the name in the path. */
export const partnerKindOf: Record<PartnerKindName, PartnerKind> = { accounts: accountKind, suppliers: supplierKind }

/** The kind and id of the partner that a row refers to. */
export function ownerOf(row: { account_id: string | null; supplier_id: string | null }): [PartnerKind, string] {
  return row.account_id !== null ? [accountKind, row.account_id] : [supplierKind, row.supplier_id ?? '']
}
