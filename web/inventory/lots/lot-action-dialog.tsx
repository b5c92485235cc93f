import { CorrectLotDialog } from './correct-lot-dialog.tsx'
import type { LotAct, LotActProps } from './lot-action.ts'
import { LotMoveDialog } from './lot-status-dialog.tsx'

/** The dialog of an act. */
export function LotActDialog({ act, ...props }: LotActProps & { act: LotAct }) {
  return act === 'correct' ? <CorrectLotDialog {...props} /> : <LotMoveDialog {...props} move={act} />
}
