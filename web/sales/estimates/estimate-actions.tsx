import { whyEstimateNotDeletable } from '#shared/sales/estimates/estimate-transitions.ts'
import { Ban, Check, CopyPlus, FileDown, Link2Off, Pencil, RefreshCcw, Send, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import {
  type EstimateAction,
  estimateActions,
  type EstimateStatus,
} from '#shared/sales/estimates/estimate-transitions.ts'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { addressOf } from '#web/api/address.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentActions } from '#web/documents/document-action.tsx'
import { paths } from '#web/paths.ts'
import { AnswerDialog, CancelEstimateDialog, SendEstimateDialog } from './estimate-dialogs.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type OpenDialog = 'send' | 'accept' | 'decline' | 'cancel' | 'delete'

const icons: Record<EstimateAction, ReactNode> = {
  send: <Send aria-hidden />,
  convert: <Check aria-hidden />,
  accept: <Check aria-hidden />,
  decline: <X aria-hidden />,
  revise: <RefreshCcw aria-hidden />,
  edit: <Pencil aria-hidden />,
  revoke: <Link2Off aria-hidden />,
  cancel: <Ban aria-hidden />,
}

/** The primary action per status; converted and cancelled estimates have none. */
const nextOf: Partial<Record<EstimateStatus, EstimateAction>> = {
  Draft: 'send',
  Sent: 'accept',
  Accepted: 'convert',
  Declined: 'revise',
  Expired: 'revise',
}

/** The available actions of an estimate: the primary action, and the menu; unavailable ones show why. */
export function useEstimateActions(estimate: Estimate): DocumentActions {
  const { id, status, transitions } = estimate
  const [dialog, setDialog] = useState<OpenDialog>()
  const navigate = useNavigate()
  const { currency } = useSettings()
  const amount = (value: string) => `${currency} ${formatDecimalInput(value, 2)}`
  const mayEdit = useCan('salesOrders.edit')
  const mayDelete = useCan('salesOrders.delete')
  const close = () => setDialog(undefined)
  const params = { id }
  const goTo = (made: Estimate) => void navigate(paths.estimate(made.id))
  const convert = useApiMutation(estimatesApi.convertEstimate, {
    successMessage: ({ order }) => `Converted to ${order?.number ?? 'an order'}`,
    onSuccess: ({ order, total }) => {
      if (!order) return
      if (order.total !== total)
        toast.warning(`The order’s total is ${amount(order.total)} instead of ${amount(total)}: the tax has changed.`)
      void navigate(paths.order(order.id))
    },
  })
  const revise = useApiMutation(estimatesApi.reviseEstimate, {
    successMessage: ({ number }) => `${number} is a draft`,
    onSuccess: goTo,
  })
  const duplicate = useApiMutation(estimatesApi.duplicateEstimate, {
    successMessage: ({ number }) => `${number} is a draft`,
    onSuccess: goTo,
  })
  const revoke = useApiMutation(estimatesApi.revokeLink, { successMessage: () => 'Link revoked' })
  const acts: Record<EstimateAction, () => void> = {
    send: () => setDialog('send'),
    convert: () => convert.submit({ params, body: {} }),
    accept: () => setDialog('accept'),
    decline: () => setDialog('decline'),
    revise: () => revise.submit({ params, body: {} }),
    edit: () => void navigate(paths.estimateEdit(id)),
    revoke: () => revoke.submit({ params, body: {} }),
    cancel: () => setDialog('cancel'),
  }
  const next = nextOf[status]
  const reasonOf = (action: EstimateAction) => transitions.find((one) => one.action === action)?.reason ?? null
  const words = (action: EstimateAction) =>
    action === 'send' && status === 'Sent' ? 'Send again' : estimateActions[action]
  const isPrimaryOpen = next !== undefined && reasonOf(next) === null
  const mayRemove = mayDelete && !whyEstimateNotDeletable(estimate)
  return {
    next: mayEdit &&
      next &&
      isPrimaryOpen && {
        id: next,
        label: words(next),
        busy: convert.isPending || revise.isPending,
        onSelect: acts[next],
      },
    beside: [
      mayEdit && status === 'Draft' && { id: 'edit', label: 'Edit', to: paths.estimateEdit(id) },
      mayEdit &&
        status === 'Sent' &&
        reasonOf('decline') === null && { id: 'decline', label: words('decline'), onSelect: acts.decline },
    ],
    menu: [
      mayEdit
        ? transitions
            .filter(({ action }) => !(action === next && isPrimaryOpen))
            .filter(({ action }) => action !== 'edit' || status !== 'Draft')
            .filter(({ action, open }) => action !== 'decline' || status !== 'Sent' || !open)
            .map(({ action, reason }) => ({
              id: action,
              label: words(action),
              icon: icons[action],
              danger: action === 'cancel',
              reason,
              onSelect: acts[action],
            }))
        : [],
      [
        mayEdit && {
          id: 'copy',
          label: 'Duplicate',
          reason: estimate.whyNotDuplicated,
          icon: <CopyPlus aria-hidden />,
          onSelect: () => duplicate.submit({ params, body: {} }),
        },
        {
          id: 'pdf',
          label: 'Download PDF',
          icon: <FileDown aria-hidden />,
          href: addressOf(estimatesApi.printEstimate, { params }),
        },
        mayRemove && {
          id: 'delete',
          label: 'Delete',
          danger: true,
          icon: <Trash2 aria-hidden />,
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        {dialog === 'send' && <SendEstimateDialog estimate={estimate} close={close} />}
        {(dialog === 'accept' || dialog === 'decline') && (
          <AnswerDialog estimate={estimate} answer={dialog} close={close} />
        )}
        {dialog === 'cancel' && <CancelEstimateDialog estimate={estimate} close={close} />}
        {dialog === 'delete' && (
          <DeleteDialog
            route={estimatesApi.deleteEstimate}
            id={id}
            kind="estimate"
            what="estimate"
            name={estimate.number}
            onDeleted={() => void navigate(paths.estimates)}
            close={close}
          >
            You can undo this now, or restore it later from the deleted items.
          </DeleteDialog>
        )}
      </>
    ),
  }
}
