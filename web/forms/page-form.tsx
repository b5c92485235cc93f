import { type ReactNode, useEffect } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useDiscard } from './discard.tsx'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import { formProblems } from './form-problems.ts'
import { DocumentColumns } from '#web/documents/document-columns.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorSummary, SaveBar } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type PageFormProps<Values extends FieldValues> = {
  title: string
  /** Of a document that is edited. */
  status?: ReactNode
  /** The links that lead here. */
  trail: ReactNode
  submitLabel: string
  form: UseFormReturn<Values>
  refusal: FormRefusal
  busy: boolean
  /** What the fields are called, in their order. */
  labels: Readonly<Record<string, string>>
  /** Of fields that `labels` doesn't list: rows. */
  labelOf?: (name: string) => string | undefined
  /** A draft to restore, or that somebody else has saved. */
  notice?: ReactNode
  /** At the left of the save bar instead of "Unsaved changes". */
  note?: ReactNode
  /** Something beside the form's values would be lost. */
  alsoDirty?: boolean
  /** As wide as the page, for a form with a table of lines. */
  wide?: boolean
  /** Set once it is saved: the page to go on to. */
  savedTo: string | undefined
  onSubmit: (values: Values) => void
  onDiscard: () => void
  /** Discarding leaves the page, which asks by itself. */
  discardLeaves?: boolean
  /** What stands beside the lines of a document, where there is room, and below them where there is not. */
  rail?: ReactNode
  children: ReactNode
}

/** A form that is a page: what stands in the way of saving above it, the save bar below it. */
export function PageForm<Values extends FieldValues>(props: PageFormProps<Values>) {
  const { title, trail, submitLabel, form, refusal, busy, labels, labelOf, notice, note, wide, savedTo } = props
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
  const problems = submitCount > 0 ? formProblems(errors, label, Object.keys(labels)) : []
  return (
    <div className={cn('@container flex w-full flex-col gap-6', !wide && 'max-w-180')}>
      <PageHeader title={title} status={props.status} breadcrumbs={<Breadcrumbs>{trail}</Breadcrumbs>} />
      {notice}
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-6"
          onSubmit={form.handleSubmit((values) => {
            refusal.clear()
            props.onSubmit(values)
          }, focusFirstInvalid)}
        >
          {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
          <ErrorSummary problems={problems} onGoTo={(name) => form.setFocus(name as Path<Values>)} />
          {props.rail === undefined ? (
            props.children
          ) : (
            <DocumentColumns isEdited main={props.children} rail={props.rail} />
          )}
          <SaveBar note={note ?? (isDirty ? 'Unsaved changes' : undefined)}>
            <Button
              disabled={!isDirty}
              onMouseDown={keepFocus}
              onClick={props.discardLeaves ? props.onDiscard : discard.ask}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {submitLabel}
            </Button>
          </SaveBar>
        </form>
      </FormProvider>
      {question}
      {discard.question}
    </div>
  )
}
