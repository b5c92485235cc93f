import type { LotAction } from '#shared/inventory/stock/lot-status.ts'
import type { Lot, LotEffect } from '#shared/inventory/lots/api.ts'

/** What can be done with a lot. */
export type LotAct = LotAction | 'correct'

export type LotActProps = {
  lot: Lot
  /** What it did to orders, once it is done. */
  onDone: (effect: LotEffect) => void
  close: () => void
}
