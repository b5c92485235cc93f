import type { LotAction } from '#shared/inventory/stock/lot-status.ts'
import { type Lot, lotsApi } from '#shared/inventory/lots/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import type { LotActionDialogProps } from './lot-action.ts'

const words = {
  hold: { title: 'Put this lot on hold?', submit: 'Put on hold', done: 'is on hold' },
  quarantine: { title: 'Put this lot into quarantine?', submit: 'Quarantine', done: 'is in quarantine' },
  release: { title: 'Release this lot?', submit: 'Release', done: 'is released' },
} as const satisfies Record<LotAction, object>

/** The effect of the action on the lot's commitments, as text. */
function effectOf(move: LotAction, { promised, committed, onHand }: Lot): string {
  if (move === 'release') return 'It can be reserved and sold again until it expires.'
  const count = promised.length
  const blocked = `Its ${onHand.toLocaleString()} pieces can no longer be reserved or shipped.`
  if (count === 0) return blocked
  const orders = count === 1 ? `Order ${promised[0]?.number} has` : `${count.toLocaleString()} orders have`
  const those = count === 1 ? 'The order takes another lot or waits' : 'The orders take other lots or wait'
  return `${blocked} ${orders} ${committed.toLocaleString()} of them reserved. ${those} for stock.`
}

/** Asks for the reason to block or release a lot. */
export function LotStatusDialog({ lot, move, onDone, close }: LotActionDialogProps & { move: LotAction }) {
  const { title, submit, done } = words[move]
  return (
    <ReasonPromptDialog
      route={lotsApi[move]}
      sent={{ params: { id: lot.id } }}
      successMessage={() => `Lot ${lot.lotNumber} ${done}`}
      onDone={({ effect }) => onDone(effect)}
      title={title}
      description={effectOf(move, lot)}
      submitLabel={submit}
      help="Saved with the lot, your name and the time."
      close={close}
    />
  )
}
