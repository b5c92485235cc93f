import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { type Shelf, shelfApi } from '#shared/portal/shelf-api.ts'
import { shelfProductsApi } from '#shared/portal/shelf-products-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Loaded, NotAllowed } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { ShelfForm, shelfDraft } from './public/shelf-form.tsx'
import { useForgetDraft } from './use-draft.ts'

/** Adds or changes a shelf of the customer: name and par levels. */
export default function ShelfEditPage() {
  const { id } = useParams()
  const { query } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(shelfApi.listShelves, { query }, { enabled: id !== undefined, untold: true })
  if (!mayKeep)
    return (
      <>
        <ShelfHeader title={id === undefined ? 'New shelf' : 'Edit shelf'} />
        <NotAllowed act="change shelves" />
      </>
    )
  if (id === undefined) return <Editor shelf={null} />
  return (
    <Loaded what="Shelves" query={list}>
      {({ data }) => {
        const shelf = data.find((one) => one.id === id)
        return shelf ? <Editor key={shelf.id} shelf={shelf} /> : <EmptyState kind="no-match" title="Not found" />
      }}
    </Loaded>
  )
}

function ShelfHeader({ title }: { title: string }) {
  const { base } = usePortal()
  return (
    <PageHeader
      title={title}
      breadcrumbs={
        <Breadcrumbs>
          <Link to={`${base}/shelf`}>Shelf</Link>
        </Breadcrumbs>
      }
    />
  )
}

function Editor({ shelf: given }: { shelf: Shelf | null }) {
  const { base, home, query } = usePortal()
  // Keep the version that the edit started from: saving over a later version is then refused.
  const [shelf] = useState(given)
  const [error, setError] = useState<ApiError | null>(null)
  const navigate = useNavigate()
  const forget = useForgetDraft()
  const back = () => {
    forget(shelfDraft(home.account.id, shelf))
    void navigate(`${base}/shelf`)
  }
  const choices = { errors: 'page', onError: setError, onSuccess: back } as const
  const add = useApiMutation(shelfApi.addShelf, { ...choices, successMessage: () => 'The shelf was added' })
  const change = useApiMutation(shelfApi.changeShelf, { ...choices, successMessage: () => 'The shelf was changed' })
  const remove = useApiMutation(shelfApi.removeShelf, { ...choices, successMessage: () => 'The shelf was removed' })
  async function search(q: string, signal: AbortSignal) {
    const input = { query: { ...query, ...(q && { q }) } }
    const { data } = await call(portalOrdersApi.listCatalogue, input, { signal, quiet: true })
    return data.map(({ product, packSize }) => ({
      id: product.id,
      label: product.name,
      secondary: `${product.sku}, pack of ${packSize.toLocaleString('en')}`,
    }))
  }
  const find = async (names: string[]) =>
    (await call(shelfProductsApi.findProducts, { body: { names } }, { quiet: true })).data
  return (
    <>
      <ShelfHeader title={shelf ? `Edit ${shelf.name}` : 'New shelf'} />
      <Card>
        <ShelfForm
          accountId={home.account.id}
          shelf={shelf}
          search={search}
          find={find}
          error={error}
          busy={add.isPending || change.isPending}
          onCancel={back}
          onSave={(body) => {
            setError(null)
            if (shelf) change.submit({ params: { id: shelf.id }, body, version: shelf.version })
            else add.submit({ body })
          }}
          {...(shelf && { onRemove: () => remove.submit({ params: { id: shelf.id } }) })}
        />
      </Card>
    </>
  )
}
