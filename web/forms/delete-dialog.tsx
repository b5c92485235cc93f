import { type ReactNode, useState } from 'react'
import type { byId } from '#shared/fields.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import type { Access, Route } from '#shared/http/route.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { offerUndo } from './undo-deletion.ts'
import { UsedBy, usesOf } from './used-by.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type DeleteDialogProps = {
  route: Route<{ access: Access; summary: string; params: typeof byId; emits: readonly Emitted[]; reply: null }>
  id: string
  /** The record's type in one word: "category". */
  what: string
  name: string
  /** If given, the record can be restored, so a toast offers Undo. */
  kind?: DeletedKind
  /** Called after deletion: navigate away if the record's page was shown, and show a toast if there is no Undo. */
  onDeleted?: () => void
  close: () => void
  /** Consequences, and whether the deletion can be undone. */
  children: ReactNode
}

/** Confirms the deletion of a record and shows a refusal in the dialog. Mount it to open it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { route, id, what, name, kind, onDeleted, close, children } = props
  const [refusal, setRefusal] = useState<string>()
  const remove = useApiMutation(route, {
    errors: 'page',
    onError: (error) => setRefusal(isReportedGlobally(error) ? undefined : error.message),
    onSuccess: () => {
      close()
      onDeleted?.()
      if (kind) offerUndo({ kind, id, name })
    },
  })
  const uses = usesOf(remove.error)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${what}`}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.submit({ params: { id } })}
    >
      {children}
      {refusal && (
        <Notice tone="bad" className="mt-4">
          {refusal}
          {uses && <UsedBy {...uses} />}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
