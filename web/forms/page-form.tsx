import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { type FormPageProps, useFormPage } from './use-form-page.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { SaveBar } from '#web/ui/form-layout.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type PageFormProps<Values extends FieldValues> = FormPageProps<Values> & {
  title: string
  /** Breadcrumb links. */
  trail: ReactNode
  submitLabel: string
  busy: boolean
  /** Notice of a draft to restore, or of a newer version saved by someone else. */
  notice?: ReactNode
  /** In the save bar, instead of "Unsaved changes". */
  note?: ReactNode
  /** Full page width, for a form with a table of lines. */
  wide?: boolean
  /** Discarding leaves the page; its leave guard asks then. */
  discardLeaves?: boolean
  children: ReactNode
}

/** A form that fills a page, with its errors above and the save bar below. Documents use DocumentForm. */
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
