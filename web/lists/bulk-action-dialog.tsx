import { type FormEvent, useState } from 'react'
import { type FieldRead, ReadError } from '#web/forms/read-error.tsx'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'

/** The input of a bulk action: one value for all selected rows. */
export type BulkActionPrompt = {
  label: string
  help?: string
  required?: boolean
  /** Maximum length of the text. */
  maxLength?: number
  type?: 'text' | 'date'
  /** Shows a select instead of a text field. */
  options?: readonly { value: string; label: string }[]
  /** The query that loads the options. */
  query?: FieldRead
}

type BulkQuestionDialogProps = {
  question: BulkActionPrompt
  title: string
  /** The selected rows in words: "3 prospects". */
  of: string
  note?: string | undefined
  onAnswer: (answer: string) => void
  close: () => void
}

/** Asks for the input of a bulk action. */
export function BulkActionDialog({ question, title, of, note, onAnswer, close }: BulkQuestionDialogProps) {
  const { label, help: usualHelp, required = false, maxLength = 500, type = 'text', options, query } = question
  const [answer, setAnswer] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = answer.trim()
  const error =
    required && typed === ''
      ? `${label} is required`
      : typed.length > maxLength
        ? `${label} may have at most ${maxLength} characters`
        : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    focusFirstInvalid(undefined, event)
    if (!error) onAnswer(typed)
  }
  const isMissing = query !== undefined && query.data === undefined && query.error !== null
  const help = isMissing ? <ReadError read={query}>The choices could not be loaded.</ReadError> : usualHelp
  const field = { label, required, error: isTried ? error : undefined, ...(help && { help }) }
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={`Applies to ${of}.${note ? ` ${note}` : ''}`}
      onOpenChange={(open) => !open && close()}
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {options ? (
            <SelectField {...field} value={answer} onChange={(event) => setAnswer(event.target.value)}>
              <option value="">Choose</option>
              {options.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              {...field}
              type={type}
              autoComplete="off"
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary">
            {title}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
