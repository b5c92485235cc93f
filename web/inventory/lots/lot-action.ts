import type { LotAction } from '#shared/inventory/stock/lot-status.ts'
import type { Lot, LotEffect } from '#shared/inventory/lots/api.ts'

/** What can be done with a lot. */
export type LotMenuAction = LotAction | 'correct'

export type LotActionDialogProps = {
  lot: Lot
  /** What it did to orders, once it is done. */
  onDone: (effect: LotEffect) => void
  close: () => void
}
