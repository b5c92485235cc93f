import { type ReactNode, useState } from 'react'
import type { byId } from '#shared/fields.ts'
import type { Access, Route } from '#shared/http/route.ts'
import { isToldGlobally } from '#web/api/failures.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type DeleteDialogProps = {
  route: Route<{ access: Access; summary: string; params: typeof byId; reply: null }>
  id: string
  /** The record in one word: "category". */
  what: string
  name: string
  invalidates: readonly { readonly path: string }[]
  /** It is gone: tell it, and lead elsewhere where its page was shown. */
  onDeleted: () => void
  close: () => void
  /** What follows, and whether it can be undone. */
  children: ReactNode
}

/** Asks before a record is deleted; a refusal is told in the question. Mount it to open it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { route, id, what, name, invalidates, onDeleted, close, children } = props
  const [refusal, setRefusal] = useState<string>()
  const remove = useApiMutation(route, {
    errors: 'page',
    invalidates,
    onError: (error) => setRefusal(isToldGlobally(error) ? undefined : error.message),
    onSuccess: () => {
      close()
      onDeleted()
    },
  })
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
        </Notice>
      )}
    </ConfirmDialog>
  )
}
