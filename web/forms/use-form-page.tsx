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
  /** What the fields are called, in their order. */
  labels: Readonly<Record<string, string>>
  /** Of fields that `labels` doesn't list: rows. */
  labelOf?: (name: string) => string | undefined
  /** Something beside the form's values would be lost. */
  alsoDirty?: boolean
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: Values) => void
  onDiscard: () => void
}

/** What every page with a form does: it guards what was typed, tells what is wrong, and goes on once it is saved. */
export function useFormPage<Values extends FieldValues>(props: FormPageProps<Values>) {
  const { form, refusal, labels, labelOf, savedTo } = props
  const { errors, submitCount } = form.formState
  const isDirty = form.formState.isDirty || (props.alsoDirty ?? false)
  const question = useLeaveGuard(isDirty && savedTo === undefined)
  const navigate = useNavigate()
  const discard = useDiscard(form, props.onDiscard)
  // After the guard has learnt that nothing is left to lose.
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
    /** Above the fields. */
    problems,
    /** Beside the form. */
    questions,
    askToDiscard: discard.confirm,
    onSubmit: form.handleSubmit((values) => {
      refusal.clear()
      props.onSubmit(values)
    }, focusFirstInvalid),
  }
}
