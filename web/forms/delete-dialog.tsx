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
  /** The record in one word: "category". */
  what: string
  name: string
  /** What can be brought back is told with Undo. */
  kind?: DeletedKind
  /** It is gone: lead elsewhere where its page was shown, and tell it where there is no Undo. */
  onDeleted?: () => void
  close: () => void
  /** What follows, and whether it can be undone. */
  children: ReactNode
}

/** Asks before a record is deleted; a refusal is told in the question. Mount it to open it. */
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
