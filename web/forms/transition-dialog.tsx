import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ChangedNotice } from './changed-notice.tsx'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter, type DialogProps } from '#web/ui/dialog.tsx'

export type TransitionDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  title: string
  /** What the transition does. */
  description: ReactNode
  submitLabel: string
  /** Replaces "Cancel" when the transition itself cancels the document. */
  closeLabel?: string
  danger?: boolean
  size?: DialogProps['size']
  /** While the consequences are still loading: the dialog then grows, and its buttons move. */
  disabled?: boolean
  busy: boolean
  onSubmit: (values: Values) => void
  close: () => void
  children: ReactNode
}

/** Asks for the input of a document's transition and explains its effect. Mount it to open it. */
export function TransitionDialog<Values extends FieldValues>(props: TransitionDialogProps<Values>) {
  const { form, refusal, submitLabel, closeLabel = 'Cancel', danger = false, size = 'sm', disabled = false } = props
  const { busy, onSubmit, close, children } = props
  const guard = useCloseGuard(form.formState.isDirty, close)
  return (
    <>
      <Dialog open title={props.title} description={props.description} size={size} onOpenChange={guard.onOpenChange}>
        <form
          noValidate
          onSubmit={form.handleSubmit((values) => {
            refusal.clear()
            onSubmit(values)
          }, focusFirstInvalid)}
        >
          <DialogBody>
            <RefusalNotice problem={refusal.problem} />
            {refusal.conflict !== undefined && (
              <ChangedNotice onSeen={refusal.clear}>
                It is not done yet. Look at the changes, then submit it again.
              </ChangedNotice>
            )}
            <ProblemSummary control={form.control} />
            {children}
          </DialogBody>
          <DialogFooter>
            <Button onMouseDown={keepFocus} onClick={() => guard.onOpenChange(false)}>
              {closeLabel}
            </Button>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={disabled} busy={busy}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {guard.question}
    </>
  )
}
