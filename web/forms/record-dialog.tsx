import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useConflict } from './conflict.tsx'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import type { SavedRecord } from './latest-record.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter, type DialogProps } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type RecordDialogProps<Values extends FieldValues> = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  /** The record in one word, for the question when another was faster: "category". */
  what: string
  /** The one to edit, as the form was opened with it. */
  record?: SavedRecord | undefined
  submitLabel: string
  busy: boolean
  /** `version` only when the user chose to overwrite what another has saved. */
  onSubmit: (values: Values, version?: number) => void
  close: () => void
  children: ReactNode
}

/** A short form on top of a page, for adding or editing one record. Mount it to open it. */
export function RecordDialog<Values extends FieldValues>(props: RecordDialogProps<Values>) {
  const { form, refusal, what, record, submitLabel, busy, onSubmit, close, children, ...dialog } = props
  const guard = useCloseGuard(form.formState.isDirty, close)
  const conflict = useConflict({
    record,
    what,
    refusal,
    isDirty: form.formState.isDirty,
    isSaving: busy,
    onReload: close,
    onOverwrite: (version) => onSubmit(form.getValues(), version),
  })
  const submit = form.handleSubmit((values) => {
    refusal.clear()
    onSubmit(values)
  }, focusFirstInvalid)
  return (
    <>
      <Dialog open {...dialog} onOpenChange={guard.onOpenChange}>
        <form
          noValidate
          onSubmit={(event) => {
            // A dialog opened from a form is inside of it for React: its submit is not the form's.
            event.stopPropagation()
            void submit(event)
          }}
        >
          <DialogBody>
            {conflict.notice}
            {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
            <ProblemSummary control={form.control} />
            {children}
          </DialogBody>
          <DialogFooter>
            {/* The field keeps the focus: a word of what is wrong with it would move the button away under the click. */}
            <Button onMouseDown={keepFocus} onClick={() => guard.onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {submitLabel}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {guard.question}
      {conflict.dialog}
    </>
  )
}
