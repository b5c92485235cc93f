import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useParams } from 'react-router'
import { toast } from 'sonner'
import { documentStatusNames } from '#shared/inventory/stock-document.ts'
import { type Transfer, transfersApi } from '#shared/inventory/transfers-api.ts'
import { ConflictDialog } from '#web/api/conflict-dialog.tsx'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { NoRight, RecordFailure, RecordSkeleton } from '#web/inventory/record-loading.tsx'
import { transferPlace } from '#web/inventory/record-places.ts'
import { aroundTransfers } from '#web/inventory/transfer-changes.ts'
import { TransferForm } from '#web/inventory/transfer-form.tsx'
import {
  transferBody,
  transferField,
  transferResolver,
  type TransferValues,
  transferValues,
} from '#web/inventory/transfer-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const title = 'Edit transfer'

/** Changes a pending transfer. It opens with what is saved now, never with what the cache remembers. */
export default function TransferEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const transfer = useQuery({
    ...apiQuery(transfersApi.getTransfer, { params: { id } }),
    enabled: mayEdit,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [round, setRound] = useState(0)
  if (!mayEdit) return <NoRight title={title} place={transferPlace} />
  if (transfer.error) return <RecordFailure query={transfer} title={title} place={transferPlace} />
  if (!transfer.data || !transfer.isFetchedAfterMount) return <RecordSkeleton title={title} />
  return (
    <Opened
      key={`${id} ${round}`}
      saved={transfer.data}
      onReload={() => void transfer.refetch().then(() => setRound(round + 1))}
    />
  )
}

type OpenedProps = { saved: Transfer; onReload: () => void }

/** What was opened stays the base of the edit, whatever is loaded meanwhile. */
function Opened({ saved, onReload }: OpenedProps) {
  const [transfer] = useState(saved)
  if (transfer.status !== 'pending' || transfer.dispatchedAt !== null) return <Closed transfer={transfer} />
  return <EditForm transfer={transfer} onReload={onReload} />
}

function EditForm({ transfer, onReload }: { transfer: Transfer; onReload: () => void }) {
  const [start] = useState(() => transferValues(transfer))
  const form = useForm<TransferValues>({ resolver: transferResolver, mode: 'onTouched', defaultValues: start })
  const refusal = useFormRefusal(form, (path) => transferField(path, form.getValues()))
  const [savedTo, setSavedTo] = useState<string>()
  const update = useApiMutation(transfersApi.updateTransfer, {
    errors: 'page',
    invalidates: [transfersApi.getTransfer, ...aroundTransfers],
    onError: refusal.onError,
    onSuccess: ({ number }) => {
      toast.success(`Transfer ${number} saved`)
      setSavedTo(paths.stockTransfer(transfer.id))
    },
  })
  const submit = (values: TransferValues, version = transfer.version) =>
    update.submit({ params: { id: transfer.id }, body: transferBody(values), version })
  return (
    <>
      <TransferForm
        title={`Edit ${transfer.number}`}
        form={form}
        refusal={refusal}
        busy={update.isPending}
        transfer={transfer}
        savedTo={savedTo}
        onSubmit={submit}
        onDiscard={() => form.reset()}
      />
      <ConflictDialog
        open={refusal.conflict !== undefined}
        what="transfer"
        onReload={onReload}
        onOverwrite={() => {
          const version = refusal.conflict
          refusal.clear()
          submit(form.getValues(), version)
        }}
        onClose={refusal.clear}
      />
    </>
  )
}

function Closed({ transfer: { id, number, status } }: { transfer: Transfer }) {
  const stands = status === 'pending' ? 'underway' : documentStatusNames[status].toLowerCase()
  return (
    <>
      <PageHeader title={`Edit ${number}`} />
      <Card flush>
        <EmptyState
          kind="no-permission"
          title={`The transfer is ${stands}`}
          action={
            <Button asChild>
              <Link to={paths.stockTransfer(id)}>Go to the transfer</Link>
            </Button>
          }
        >
          Only a pending transfer that has not been sent off can be changed.
        </EmptyState>
      </Card>
    </>
  )
}
