import { Link } from 'react-router'
import { type Attribute, attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { offerUndo } from '#web/forms/undo-deletion.ts'
import { UsedBy, usesOf } from '#web/forms/used-by.tsx'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms the deletion of an attribute. Its values of products are deleted and restored with it. */
export function DeleteAttribute({ attribute, close }: { attribute: Attribute; close: () => void }) {
  const { id, name } = attribute
  const remove = useApiMutation(attributesApi.deleteAttribute, {
    errors: 'page',
    onSuccess: () => {
      close()
      offerUndo({ kind: 'attribute', id, name })
    },
  })
  const { error } = remove
  const uses = usesOf(error)
  const count = uses?.count ?? attribute.products
  const isUsed = count > 0
  const inList = `${paths.products}?${new URLSearchParams({ attribute: id })}`
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete ${name}?`}
      confirmLabel={isUsed ? 'Delete with its values' : 'Delete attribute'}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.submit({ params: { id }, query: { withValues: isUsed ? 'true' : 'false' } })}
    >
      {isUsed && (
        <p>
          <Link to={inList} className="link">
            {count === 1 ? '1 product has' : `${count.toLocaleString()} products have`}
          </Link>{' '}
          a value of this attribute. The values are removed with it and restored with it.
        </p>
      )}
      You can undo this now, or restore it later from the deleted items.
      {error && !isReportedGlobally(error) && (
        <Notice tone="bad" className="mt-4">
          {error.message}
          {uses && <UsedBy {...uses} />}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
