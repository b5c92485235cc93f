import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import { DocumentFrame, type DocumentFrameProps } from './document-frame.tsx'
import { type FormPageProps, useFormPage } from '#web/forms/use-form-page.tsx'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { useRootMark } from '#web/ui/form-layout.tsx'

type Shown = Pick<DocumentFrameProps, 'place' | 'trail' | 'facts' | 'progress' | 'rail'>

type DocumentFormProps<Values extends FieldValues> = FormPageProps<Values> &
  Shown & {
    title: string
    /** For an existing document. */
    status?: ReactNode
    submitLabel: string
    busy: boolean
    /** About a draft to restore, or another user's changes. */
    notice?: ReactNode
    /** Shown beside the buttons: the running total. */
    note?: ReactNode
    /** The page that Cancel returns to if nothing was changed. */
    cancelTo: string
    /** Begins with the lines. */
    children: ReactNode
  }

/** On a phone, leaves space for a total of nine digits beside the buttons. */
const buttonClass = 'max-md:px-2.5'

/** The form of a document: laid out like its page, with fields for values and the save button for the primary action. */
export function DocumentForm<Values extends FieldValues>(props: DocumentFormProps<Values>) {
  const { title, status, submitLabel, busy, notice, note, cancelTo, children } = props
  const page = useFormPage(props)
  useRootMark('document-form')
  return (
    <>
      <FormProvider {...props.form}>
        <form noValidate onSubmit={page.onSubmit}>
          <DocumentFrame
            place={props.place}
            trail={props.trail}
            number={title}
            status={status}
            facts={props.facts}
            progress={props.progress}
            rail={props.rail}
            notices={
              <>
                {notice}
                {page.problems}
              </>
            }
            saving={
              <>
                <p role="status" className="mr-auto min-w-0 text-muted text-xs">
                  {note ?? (page.isDirty && 'Unsaved changes')}
                </p>
                {page.isDirty ? (
                  <Button className={buttonClass} onMouseDown={keepFocus} onClick={page.askToDiscard}>
                    Discard
                  </Button>
                ) : (
                  <Button asChild className={buttonClass}>
                    <Link to={cancelTo}>Cancel</Link>
                  </Button>
                )}
                <Button type="submit" variant="primary" className={buttonClass} busy={busy}>
                  {submitLabel}
                </Button>
              </>
            }
          >
            {children}
          </DocumentFrame>
        </form>
      </FormProvider>
      {page.questions}
    </>
  )
}
