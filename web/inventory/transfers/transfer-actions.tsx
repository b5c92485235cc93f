import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type TransferAction, whyNotTransfer } from '#shared/inventory/stock/document-guards.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import type { DocumentActions } from '#web/documents/document-action.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { transferStatusMessage } from './transfer-status-message.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

/** The available actions of a transfer in its current status: the primary action, and the menu. */
export function useTransferActions(transfer: Transfer): DocumentActions {
  const { id, number, status, dispatchedAt } = transfer
  const [dialog, setDialog] = useState<'complete' | 'cancel' | 'delete'>()
  const mayEdit = useCan('inventory.edit')
  const mayDelete = useCan('inventory.delete')
  const navigate = useNavigate()
  const moved = { successMessage: transferStatusMessage }
  const dispatch = useApiMutation(transfersApi.dispatchTransfer, moved)
  const undispatch = useApiMutation(transfersApi.undispatchTransfer, moved)
  const close = () => setDialog(undefined)
  const isPending = status === 'pending'
  const isUnderway = isPending && dispatchedAt !== null
  const closed = (action: TransferAction) => whyNotTransfer(action, { number, status, dispatched: isUnderway })
  const plain = { params: { id }, body: {} }
  return {
    next: mayEdit && isPending && { id: 'complete', label: 'Complete', onSelect: () => setDialog('complete') },
    beside: [
      mayEdit &&
        isPending &&
        !isUnderway && {
          id: 'dispatch',
          label: 'Ship',
          busy: dispatch.isPending,
          onSelect: () => dispatch.submit(plain),
        },
    ],
    menu: [
      [
        { id: 'print', label: 'Print', onSelect: () => window.print() },
        mayEdit && {
          id: 'undispatch',
          label: 'Undo shipping',
          reason: closed('undispatch'),
          onSelect: () => undispatch.submit(plain),
        },
        mayEdit && { id: 'edit', label: 'Edit', reason: closed('edit'), to: paths.stockTransferEdit(id) },
        mayEdit && { id: 'copy', label: 'Duplicate', to: `${paths.stockTransferNew}?copy=${id}` },
        mayEdit &&
          status === 'completed' && {
            id: 'back',
            label: 'Transfer back',
            to: `${paths.stockTransferNew}?copy=${id}&back`,
          },
      ],
      [
        mayEdit && {
          id: 'cancel',
          label: 'Cancel transfer',
          danger: true,
          reason: closed('cancel'),
          onSelect: () => setDialog('cancel'),
        },
        mayDelete && {
          id: 'delete',
          label: 'Delete',
          danger: true,
          reason: closed('delete'),
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        {dialog === 'complete' && <ReceiveDialog transfer={transfer} close={close} />}
        {dialog === 'cancel' && <CancelTransferDialog transfer={transfer} close={close} />}
        {dialog === 'delete' && (
          <DeleteDialog
            route={transfersApi.deleteTransfer}
            id={id}
            kind="stockTransfer"
            what="transfer"
            name={number}
            onDeleted={() => void navigate(paths.stockTransfers)}
            close={close}
          >
            {isPending && 'It is cancelled first and its goods are released at the source. '}
            It is removed from the list. You can restore it as cancelled now, or later from the deleted items.
          </DeleteDialog>
        )}
      </>
    ),
  }
}

function CancelTransferDialog({ transfer, close }: { transfer: Transfer; close: () => void }) {
  const { number, source, dispatchedAt } = transfer
  return (
    <ReasonPromptDialog
      route={transfersApi.cancelTransfer}
      sent={{ params: { id: transfer.id } }}
      successMessage={transferStatusMessage}
      title={`Cancel ${number}?`}
      description={`${dispatchedAt ? 'The goods return and' : 'The goods'} are released at ${source.name}.`}
      submitLabel="Cancel transfer"
      closeLabel="Keep transfer"
      danger
      help="Shown in the history of the transfer."
      close={close}
    />
  )
}
