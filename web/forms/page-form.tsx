import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { type FormPageProps, useFormPage } from './use-form-page.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { SaveBar } from '#web/ui/form-layout.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type PageFormProps<Values extends FieldValues> = FormPageProps<Values> & {
  title: string
  /** The links that lead here. */
  trail: ReactNode
  submitLabel: string
  busy: boolean
  /** A draft to restore, or that somebody else has saved. */
  notice?: ReactNode
  /** At the left of the save bar instead of "Unsaved changes". */
  note?: ReactNode
  /** As wide as the page, for a form with a table of lines. */
  wide?: boolean
  /** Discarding leaves the page, which asks by itself. */
  discardLeaves?: boolean
  children: ReactNode
}

/** A form that is a page: what stands in the way of saving above it, the save bar below it. Documents have a DocumentForm. */
export function PageForm<Values extends FieldValues>(props: PageFormProps<Values>) {
  const { title, trail, submitLabel, busy, notice, note, wide, discardLeaves } = props
  const page = useFormPage(props)
  return (
    <div className={cn('flex w-full flex-col gap-6', !wide && 'max-w-180')}>
      <PageHeader title={title} breadcrumbs={<Breadcrumbs>{trail}</Breadcrumbs>} />
      {notice}
      <FormProvider {...props.form}>
        <form noValidate className="flex flex-col gap-6" onSubmit={page.onSubmit}>
          {page.problems}
          {props.children}
          <SaveBar note={note ?? (page.isDirty ? 'Unsaved changes' : undefined)}>
            <Button
              disabled={!page.isDirty}
              onMouseDown={keepFocus}
              onClick={discardLeaves ? props.onDiscard : page.askToDiscard}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {submitLabel}
            </Button>
          </SaveBar>
        </form>
      </FormProvider>
      {page.questions}
    </div>
  )
}
