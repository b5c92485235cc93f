import { useState } from 'react'
import { can } from '#shared/access/can.ts'
import { type ReturnTransition, returnActions, returnTransitions } from '#shared/sales/returns/return-transitions.ts'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentAction, DocumentActions } from '#web/documents/document-action.tsx'
import { returnStatusMessage } from './return-status-message.ts'
import { CompleteReturnDialog } from './complete-return-dialog.tsx'
import { InspectReturnDialog } from './inspect-return-dialog.tsx'
import { ReceiveReturnDialog } from './receive-return-dialog.tsx'
import { ReturnReasonDialog } from './return-reason-dialog.tsx'
import { useUser } from '#web/session/session.ts'

const names = Object.keys(returnActions) as ReturnTransition[]

/** The actions of a return and their dialogs: one primary action, and the menu. */
export function useReturnActions(found: Return): DocumentActions {
  const user = useUser()
  const [dialog, setDialog] = useState<Exclude<ReturnTransition, 'approve'> | null>(null)
  const approve = useApiMutation(returnsApi.approveReturn, { successMessage: returnStatusMessage })
  const open = names.filter(
    (name) =>
      can(user, returnActions[name].right) &&
      (returnTransitions[name].from as readonly string[]).includes(found.status),
  )
  // Inspected goods can be inspected again, but the primary action is to complete.
  const next = open.find((name) => name === 'complete') ?? open.find((name) => returnActions[name].kind === 'forward')
  const others = open.filter((name) => name !== next)
  const close = () => setDialog(null)
  function start(name: ReturnTransition) {
    if (name === 'approve') approve.submit({ params: { id: found.id }, body: {}, version: found.version })
    else setDialog(name)
  }
  const label = (name: ReturnTransition) =>
    name === 'inspect' && found.status === 'Inspected' ? 'Inspect again' : returnActions[name].label
  const actOf = (name: ReturnTransition): DocumentAction => ({
    id: name,
    label: label(name),
    danger: returnActions[name].kind === 'danger',
    busy: approve.isPending,
    onSelect: () => start(name),
  })
  return {
    next: next && actOf(next),
    beside: [],
    menu: [others.map(actOf)],
    dialogs: (
      <>
        {(dialog === 'reject' || dialog === 'cancel') && (
          <ReturnReasonDialog act={dialog} found={found} close={close} />
        )}
        {dialog === 'receive' && <ReceiveReturnDialog found={found} close={close} />}
        {dialog === 'inspect' && <InspectReturnDialog found={found} close={close} />}
        {dialog === 'complete' && <CompleteReturnDialog found={found} close={close} />}
      </>
    ),
  }
}
