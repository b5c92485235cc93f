import { useState } from 'react'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { accountShelvesApi, type Shelf } from '#shared/portal/shelf-api.ts'
import { shelfProductsApi } from '#shared/portal/shelf-products-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useForgetDraft } from '../use-draft.ts'
import { ShelfForm, shelfDraft } from './shelf-form.tsx'
import { ShelfItems } from './shelf-items.tsx'
import { ShelfLastCount } from './shelf-last-count.tsx'

/** On a customer's page: their shelves with par levels, last counts and shortages. */
export function AccountShelves({ accountId }: { accountId: string }) {
  const mayEdit = useCan('crm.edit')
  const query = useApiQuery(accountShelvesApi.listAccountShelves, { params: { id: accountId } })
  const [editing, setEditing] = useState<Shelf | 'new' | null>(null)
  const shelves = query.data?.data
  return (
    <Card
      title="Shelves"
      help="What this customer should have there, by their own counts in the portal."
      action={
        mayEdit && (
          <Button size="sm" onClick={() => setEditing('new')}>
            Add shelf
          </Button>
        )
      }
    >
      {query.error && !shelves && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!shelves && !query.error && <SkeletonText />}
      {shelves?.length === 0 && <p className="text-muted">No shelves yet.</p>}
      <div className="flex flex-col gap-5">
        {shelves?.map((shelf) => (
          <section key={shelf.id} aria-label={shelf.name}>
            <header className="flex items-start gap-3">
              <div className="min-w-0 flex-1">
                <h3 className="wrap-anywhere font-medium">{shelf.name}</h3>
                <p className="text-muted text-xs">
                  <ShelfLastCount shelf={shelf} />
                  {shelf.isOrdered && ', ordered from it'}
                </p>
              </div>
              {mayEdit && (
                <Button size="sm" variant="ghost" aria-label={`Edit ${shelf.name}`} onClick={() => setEditing(shelf)}>
                  Edit
                </Button>
              )}
            </header>
            <ShelfItems items={shelf.items} />
          </section>
        ))}
      </div>
      {editing && (
        <ShelfDialog accountId={accountId} shelf={editing === 'new' ? null : editing} close={() => setEditing(null)} />
      )}
    </Card>
  )
}

function ShelfDialog({
  accountId,
  shelf,
  close: leave,
}: {
  accountId: string
  shelf: Shelf | null
  close: () => void
}) {
  const forget = useForgetDraft()
  const close = () => {
    forget(shelfDraft(accountId, shelf))
    leave()
  }
  const [error, setError] = useState<ApiError | null>(null)
  const choices = { errors: 'page', onError: setError, onSuccess: close } as const
  const saved = () => 'The shelf was saved'
  const add = useApiMutation(accountShelvesApi.addAccountShelf, { ...choices, successMessage: saved })
  const change = useApiMutation(accountShelvesApi.changeAccountShelf, { ...choices, successMessage: saved })
  const remove = useApiMutation(accountShelvesApi.removeAccountShelf, {
    ...choices,
    successMessage: () => 'The shelf was removed',
  })
  async function search(typed: string, signal: AbortSignal) {
    const query = { q: typed || undefined, limit: 20, kits: 'true' as const }
    const { data } = await call(inventoryApi.listProducts, { query }, { signal, quiet: true })
    return data.map(({ id, name, sku }) => ({ id, label: name, secondary: sku }))
  }
  const find = async (names: string[]) =>
    (await call(shelfProductsApi.findForOffice, { body: { names } }, { quiet: true })).data
  const at = { id: accountId, shelfId: shelf?.id ?? '' }
  return (
    <Dialog open onOpenChange={close} title={shelf ? `Edit ${shelf.name}` : 'Add shelf'}>
      <DialogBody>
        <ShelfForm
          accountId={accountId}
          shelf={shelf}
          search={search}
          find={find}
          error={error}
          busy={add.isPending || change.isPending}
          onCancel={close}
          onSave={(body) => {
            setError(null)
            if (shelf) change.submit({ params: at, body, version: shelf.version })
            else add.submit({ params: { id: accountId }, body })
          }}
          {...(shelf && { onRemove: () => remove.submit({ params: at }) })}
        />
      </DialogBody>
    </Dialog>
  )
}
