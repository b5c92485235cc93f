import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type CountDocument, countsApi } from '#shared/inventory/counts-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { countReads } from '#web/inventory/count-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Gives a count up, with the reason. */
export function CancelCountDialog({ count, close }: { count: CountDocument; close: () => void }) {
  const form = useForm({
    resolver: bodyResolver<{ reason: string }>({ schema: countsApi.cancelCount.spec.body }),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  })
  const refusal = useFormRefusal(form)
  const guard = useCloseGuard(form.formState.isDirty, close)
  const cancel = useApiMutation(countsApi.cancelCount, {
    errors: 'page',
    invalidates: countReads,
    onError: refusal.onError,
    onSuccess: ({ number }) => {
      toast.success(`${number} cancelled`)
      close()
    },
  })
  return (
    <>
      <Dialog
        open
        size="sm"
        title={`Cancel ${count.number}?`}
        description="Nothing is booked. What was counted stays to be read, but can't be applied any more."
        onOpenChange={guard.onOpenChange}
      >
        <form
          noValidate
          onSubmit={form.handleSubmit((body) => {
            refusal.clear()
            cancel.submit({ params: { id: count.id }, body })
          })}
        >
          <DialogBody>
            {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
            <TextAreaField
              label="Reason"
              required
              rows={2}
              help="Kept in the history of the count."
              {...form.register('reason')}
              error={sentence('Reason', form.formState.errors.reason?.message)}
            />
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => guard.onOpenChange(false)}>Keep count</Button>
            <Button type="submit" variant="danger" busy={cancel.isPending}>
              Cancel count
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {guard.question}
    </>
  )
}
