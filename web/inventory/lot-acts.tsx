import type { LotAction } from '#shared/inventory/lot-status.ts'
import type { Lot, LotEffect } from '#shared/inventory/lots-api.ts'
import { CorrectLotDialog } from '#web/inventory/correct-lot-dialog.tsx'
import { LotMoveDialog } from '#web/inventory/lot-move-dialog.tsx'

/** What can be done with a lot. */
export type LotAct = LotAction | 'correct'

export type LotActProps = {
  lot: Lot
  /** What it did to orders, once it is done. */
  onDone: (effect: LotEffect) => void
  close: () => void
}

/** The dialog of an act. */
export function LotActDialog({ act, ...props }: LotActProps & { act: LotAct }) {
  return act === 'correct' ? <CorrectLotDialog {...props} /> : <LotMoveDialog {...props} move={act} />
}
