import { CorrectLotDialog } from './correct-lot-dialog.tsx'
import type { LotMenuAction, LotActionDialogProps } from './lot-action.ts'
import { LotStatusDialog } from './lot-status-dialog.tsx'

/** The dialog of an action. */
export function LotActionDialog({ act, ...props }: LotActionDialogProps & { act: LotMenuAction }) {
  return act === 'correct' ? <CorrectLotDialog {...props} /> : <LotStatusDialog {...props} move={act} />
}
