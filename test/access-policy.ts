import { administrationPolicy } from './access/administration.ts'
import { crmPolicy } from './access/crm.ts'
import { filesPolicy } from './access/files.ts'
import { inventoryPolicy } from './access/inventory.ts'
import { logisticsPolicy } from './access/logistics.ts'
import { portalPolicy } from './access/portal.ts'
import { purchasingPolicy } from './access/purchasing.ts'
import { reportsPolicy } from './access/reports.ts'
import { salesPolicy } from './access/sales.ts'
import type { Policy } from './access/policy.ts'

export type { Policy } from './access/policy.ts'

/**
 * The permission that each endpoint requires, stated by hand, separately from the code; one file per feature in
 * test/access.
 */
export const accessPolicy: Record<string, Policy> = {
  ...administrationPolicy,
  ...portalPolicy,
  ...crmPolicy,
  ...salesPolicy,
  ...inventoryPolicy,
  ...purchasingPolicy,
  ...reportsPolicy,
  ...filesPolicy,
  ...logisticsPolicy,
}
