import type { LotAction } from '#shared/inventory/stock/lot-status.ts'
import type { Lot, LotEffect } from '#shared/inventory/lots/api.ts'

/** The menu actions of a lot. */
export type LotMenuAction = LotAction | 'correct'

export type LotActionDialogProps = {
  lot: Lot
  /** Gets the effect on orders, after the action. */
  onDone: (effect: LotEffect) => void
  close: () => void
}
