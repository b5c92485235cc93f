import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { byId } from '#shared/fields.ts'
import type { Access, Reply, Route } from '#shared/http/route.ts'
import type { transfersApi } from '#shared/inventory/transfers-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { TextAreaField } from '#web/ui/field.tsx'

type Spec<R extends z.ZodType> = {
  access: Access
  summary: string
  params: typeof byId
  body: (typeof transfersApi.cancelTransfer)['spec']['body']
  reply: R
  idempotency: 'required'
}

type CancelDocumentDialogProps<R extends z.ZodType> = {
  route: Route<Spec<R>>
  id: string
  title: string
  /** In one word: "transfer". */
  what: string
  moved: { invalidates: readonly { readonly path: string }[]; onSuccess: (reply: Reply<Spec<R>>) => void }
  /** Where the act is not called cancelling. */
  submitLabel?: string
  close: () => void
  /** What becomes of the goods. */
  children: ReactNode
}

/** Asks why a document is cancelled or taken back. */
export function CancelDocumentDialog<R extends z.ZodType>(props: CancelDocumentDialogProps<R>) {
  const { route, id, title, what, moved, submitLabel = `Cancel ${what}`, close, children } = props
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: route.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const cancel = useApiMutation(route, { ...moved, errors: 'page', onError: refusal.onError })
  return (
    <MoveDialog
      form={form}
      refusal={refusal}
      title={title}
      description={children}
      submitLabel={submitLabel}
      closeLabel={`Keep ${what}`}
      danger
      busy={cancel.isPending}
      onSubmit={(body) => cancel.submit({ params: { id }, body } as Parameters<typeof cancel.submit>[0])}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help={`Kept in the history of the ${what}.`}
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </MoveDialog>
  )
}
