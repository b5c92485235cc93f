import { buyingChecks } from './proof-of-buying.ts'
import { estimateChecks } from './proof-of-estimates.ts'
import { lotChecks } from './proof-of-lots.ts'
import { makingChecks } from './proof-of-making.ts'
import { moneyChecks } from './proof-of-money.ts'
import { orderChecks } from './proof-of-orders.ts'
import { parentChecks } from './proof-of-parents.ts'
import { recordChecks } from './proof-of-records.ts'
import type { Check } from './proof-rules.ts'
import { returnChecks } from './proof-of-returns.ts'
import { statusChecks } from './proof-of-statuses.ts'
import { stockChecks } from './proof-of-stock.ts'

/** What must hold of the books (domain §2), in the order in which it is checked; the tests ask for the same. */
export const proofChecks: readonly Check[] = [
  ...stockChecks,
  ...orderChecks,
  ...makingChecks,
  ...buyingChecks,
  ...moneyChecks,
  ...estimateChecks,
  ...returnChecks,
  ...lotChecks,
  ...statusChecks,
  ...recordChecks,
  ...parentChecks,
]
