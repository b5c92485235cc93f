import { purchasingCorruptions } from './purchasing-corruptions.ts'
import { productionCorruptions } from './production-corruptions.ts'
import { consignmentCorruptions } from './consignment-corruptions.ts'
import { moneyCorruptions } from './money-corruptions.ts'
import { orderCorruptions } from './order-corruptions.ts'
import { recordCorruptions } from './record-corruptions.ts'
import { reportCorruptions } from './report-corruptions.ts'
import { stockCorruptions } from './stock-corruptions.ts'
import type { Corruption } from './corruption.ts'

/** For every integrity check, a corruption that it must detect. */
export const corruptions: Record<string, Corruption> = {
  ...stockCorruptions,
  ...productionCorruptions,
  ...orderCorruptions,
  ...moneyCorruptions,
  ...purchasingCorruptions,
  ...consignmentCorruptions,
  ...recordCorruptions,
  ...reportCorruptions,
}
