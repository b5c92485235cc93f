import { useForm } from 'react-hook-form'
import { type Return, returnsApi } from '#shared/sales/returns-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useReturnMoved } from '#web/sales/return-changes.ts'
import { TextAreaField } from '#web/ui/field.tsx'

const words = {
  reject: {
    title: 'Reject this return?',
    description: 'The customer keeps the goods, and nothing is credited. It can be asked for again.',
    submitLabel: 'Reject return',
    danger: true,
  },
  cancel: {
    title: 'Cancel this return?',
    description: 'Nothing comes back, and nothing is credited. It can be asked for again.',
    submitLabel: 'Cancel return',
    closeLabel: 'Keep return',
    danger: true,
  },
} as const
const routes = { reject: returnsApi.rejectReturn, cancel: returnsApi.cancelReturn } as const

type ReturnReasonDialogProps = { act: keyof typeof words; found: Return; close: () => void }

/** Asks why nothing is to come back. */
export function ReturnReasonDialog({ act, found, close }: ReturnReasonDialogProps) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: routes[act].spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(routes[act], { ...useReturnMoved(close), errors: 'page', onError: refusal.onError })
  return (
    <MoveDialog
      {...words[act]}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: found.id }, body, version: found.version })}
      close={close}
    >
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help="Kept in the history of the return."
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </MoveDialog>
  )
}
