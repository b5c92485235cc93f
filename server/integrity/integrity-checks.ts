import { purchasingChecks } from './purchasing-checks.ts'
import { deliveryChecks } from './delivery-checks.ts'
import { consignmentChecks } from './consignment-checks.ts'
import { estimateChecks } from './estimate-checks.ts'
import { lotChecks } from './lot-checks.ts'
import { productionChecks } from './production-checks.ts'
import { moneyChecks } from './money-checks.ts'
import { orderChecks } from './order-checks.ts'
import { parentChecks } from './parent-checks.ts'
import { recordChecks } from './record-checks.ts'
import type { Check } from './check-rules.ts'
import { reportChecks } from './report-checks.ts'
import { returnChecks } from './return-checks.ts'
import { statusChecks } from './status-checks.ts'
import { stockChecks } from './stock-checks.ts'

/** The invariants of the books (domain §2), in the order in which they are checked; the tests run the same ones. */
export const integrityChecks: readonly Check[] = [
  ...stockChecks,
  ...orderChecks,
  ...deliveryChecks,
  ...productionChecks,
  ...purchasingChecks,
  ...moneyChecks,
  ...estimateChecks,
  ...returnChecks,
  ...lotChecks,
  ...consignmentChecks,
  ...statusChecks,
  ...recordChecks,
  ...parentChecks,
  ...reportChecks,
]
