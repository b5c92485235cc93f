import { type ReactNode, useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useDiscard } from './discard.tsx'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import { formProblems } from './form-problems.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { ErrorSummary } from '#web/ui/form-layout.tsx'

export type FormPageProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  /** Labels of the fields, in their order. */
  labels: Readonly<Record<string, string>>
  /** Labels of fields that `labels` doesn't list: rows. */
  labelOf?: (name: string) => string | undefined
  /** There are unsaved changes outside the form's values. */
  alsoDirty?: boolean
  /** Set after saving: the page to go to. */
  savedTo: string | undefined
  onSubmit: (values: Values) => void
  onDiscard: () => void
}

/** What every form page needs: a leave guard, an error summary, and navigation after saving. */
export function useFormPage<Values extends FieldValues>(props: FormPageProps<Values>) {
  const { form, refusal, labels, labelOf, savedTo } = props
  const { errors, submitCount } = form.formState
  const isDirty = form.formState.isDirty || (props.alsoDirty ?? false)
  const question = useLeaveGuard(isDirty && savedTo === undefined)
  const navigate = useNavigate()
  const discard = useDiscard(form, props.onDiscard)
  // In an effect, so that the leave guard already knows that nothing is unsaved.
  useEffect(() => {
    if (savedTo !== undefined) void navigate(savedTo, { replace: true })
  }, [savedTo, navigate])
  const label = (name: string) => labels[name] ?? labelOf?.(name) ?? name
  const listed = submitCount > 0 ? formProblems(errors, label, Object.keys(labels)) : []
  const problems: ReactNode = (
    <>
      <RefusalNotice problem={refusal.problem} />
      <ErrorSummary problems={listed} onGoTo={(name) => form.setFocus(name as Path<Values>)} />
    </>
  )
  const questions: ReactNode = (
    <>
      {question}
      {discard.question}
    </>
  )
  return {
    isDirty,
    /** Render above the fields. */
    problems,
    /** Render beside the form. */
    questions,
    askToDiscard: discard.confirm,
    onSubmit: form.handleSubmit((values) => {
      refusal.clear()
      props.onSubmit(values)
    }, focusFirstInvalid),
  }
}
