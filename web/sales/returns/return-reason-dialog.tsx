import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { returnStatusMessage } from './return-status-message.ts'

const words = {
  reject: {
    title: 'Reject this return?',
    description: 'The customer keeps the goods and nothing is credited. A new return can be requested.',
    submitLabel: 'Reject return',
    danger: true,
  },
  cancel: {
    title: 'Cancel this return?',
    description: 'Nothing is returned or credited. A new return can be requested.',
    submitLabel: 'Cancel return',
    closeLabel: 'Keep return',
    danger: true,
  },
} as const
const routes = { reject: returnsApi.rejectReturn, cancel: returnsApi.cancelReturn } as const

type ReturnReasonDialogProps = { act: keyof typeof words; found: Return; close: () => void }

/** Asks for the reason to reject or cancel a return. */
export function ReturnReasonDialog({ act, found, close }: ReturnReasonDialogProps) {
  return (
    <ReasonPromptDialog
      {...words[act]}
      route={routes[act]}
      sent={{ params: { id: found.id }, version: found.version }}
      successMessage={returnStatusMessage}
      help="Shown in the history of the return."
      close={close}
    />
  )
}
