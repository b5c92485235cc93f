import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Recall } from '#shared/inventory/recalls/recall.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'

const words = {
  close: {
    title: 'Close this recall?',
    description: 'The lots stay recalled. No more customers can be notified and no returns recorded here.',
    submit: 'Close recall',
    done: 'closed',
  },
  withdraw: {
    title: 'Withdraw this recall?',
    description: 'For recalls started by mistake. The lots go into quarantine and can be released from there.',
    submit: 'Withdraw recall',
    done: 'withdrawn',
  },
} as const

type EndRecallDialogProps = { recall: Recall; end: keyof typeof words; close: () => void }

/** Closes or cancels a recall. */
export function EndRecallDialog({ recall, end, close }: EndRecallDialogProps) {
  const { title, description, submit, done } = words[end]
  const form = useForm({
    resolver: bodyResolver<{ summary: string }>({ schema: recallsApi[end].spec.body }),
    mode: 'onTouched',
    defaultValues: { summary: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(recallsApi[end], {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(`${recall.number} ${done}`)
      close()
    },
  })
  return (
    <RecordDialog
      title={title}
      description={description}
      size="sm"
      what="recall"
      submitLabel={submit}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: recall.id }, body })}
      close={close}
    >
      <FormTextAreaField
        label="Summary"
        required
        rows={4}
        help="What was found and what became of the goods. Printed on the report."
        control={form.control}
        name="summary"
      />
    </RecordDialog>
  )
}
