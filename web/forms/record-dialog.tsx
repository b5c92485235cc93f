import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type Edited, useEditConflict } from './conflict.tsx'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import type { SavedRecord } from './latest-record.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter, type DialogProps } from '#web/ui/dialog.tsx'

type NothingEdited = {
  record?: undefined
  startOf?: undefined
  asOne?: undefined
  tables?: undefined
  read?: undefined
}

export type RecordDialogProps<Values extends FieldValues, R extends SavedRecord> = Pick<
  DialogProps,
  'title' | 'description' | 'size'
> &
  (Edited<Values, R> | NothingEdited) & {
    form: UseFormReturn<Values>
    refusal: FormRefusal
    /** The record's type in one word, for the conflict dialog: "category". */
    what: string
    submitLabel: string
    busy: boolean
    /** `base`: after a conflict and Overwrite, the version that the values were merged into. */
    onSubmit: (values: Values, base?: R) => void
    close: () => void
    children: ReactNode
  }

/** A short form in a dialog, to add or edit one record. Mount it to open it. */
export function RecordDialog<Values extends FieldValues, R extends SavedRecord>(props: RecordDialogProps<Values, R>) {
  const { form, refusal, what, submitLabel, busy, onSubmit, close, children, ...rest } = props
  const { record, startOf, asOne, tables, read, ...dialog } = rest
  const guard = useCloseGuard(form.formState.isDirty, close)
  const conflict = useEditConflict<Values, R>({
    ...(startOf && { record, startOf, asOne, tables, read }),
    form,
    what,
    refusal,
    isSaving: busy,
    onReload: close,
    onOverwrite: onSubmit,
  })
  const submit = form.handleSubmit((values) => {
    refusal.clear()
    onSubmit(values, conflict.base)
  }, focusFirstInvalid)
  return (
    <>
      <Dialog open {...dialog} onOpenChange={guard.onOpenChange}>
        <form
          noValidate
          onSubmit={(event) => {
            // In React's tree, a dialog opened from a form is inside it: keep its submit event from bubbling up.
            event.stopPropagation()
            void submit(event)
          }}
        >
          <DialogBody>
            {conflict.notice}
            <RefusalNotice problem={refusal.problem} />
            <ProblemSummary control={form.control} />
            {children}
          </DialogBody>
          <DialogFooter>
            {/* Keep the focus in the field: its error on blur would shift the button away from under the click. */}
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
