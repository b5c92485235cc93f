import { toast } from 'sonner'
import { deletedApi, type DeletedItem } from '#shared/reports/deleted-api.ts'
import { deletedKinds } from '#shared/reports/deleted-kinds.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms a permanent deletion by typing the record's name. */
export function PurgeDialog({ item, close }: { item: DeletedItem; close: () => void }) {
  const { kind, id, name } = item
  const purge = useApiMutation(deletedApi.purge, {
    errors: 'page',
    onSuccess: () => {
      toast.success(`${name} is deleted permanently`)
      close()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete ${name} permanently?`}
      confirmLabel="Delete permanently"
      danger
      typed={name}
      busy={purge.isPending}
      onConfirm={() => purge.submit({ params: { kind, id } })}
    >
      <p>
        Permanent deletion cannot be undone. This {deletedKinds[kind].label.toLowerCase()} cannot be restored. Only the
        audit log keeps a record.
      </p>
      {purge.error && !isReportedGlobally(purge.error) && (
        <Notice tone="bad" className="mt-4">
          {purge.error.message}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
