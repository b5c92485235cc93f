import { useEffect, useRef, useState } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { ErrorSummary, type FieldProblem } from '#web/ui/form-layout.tsx'

/**
 * Error summary above the fields after a failed submit, with a link to each invalid field. It reads the errors from the
 * DOM, so forms need not list their fields. Render it inside the form.
 */
export function ProblemSummary<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  const { submitCount, errors } = useFormState({ control })
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const place = useRef<HTMLDivElement>(null)
  const isWrong = submitCount > 0 && Object.keys(errors).length > 0
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render: errors are changed in place, and the same are kept
  useEffect(() => {
    const shown = isWrong ? problemsIn(place.current?.closest('form')) : []
    setProblems((known) => (isSame(known, shown) ? known : shown))
  })
  return (
    <div ref={place} className="contents">
      <ErrorSummary problems={problems} onGoTo={(id) => document.getElementById(id)?.focus()} />
    </div>
  )
}

function problemsIn(form: HTMLFormElement | null | undefined): FieldProblem[] {
  const seen = new Set<string>()
  return [...(form?.querySelectorAll('[aria-invalid="true"]') ?? [])].flatMap(({ id, ariaLabel, attributes }) => {
    const [error] = attributes.getNamedItem('aria-describedby')?.value.split(' ') ?? []
    // An error that several fields share is listed once.
    if (!error || seen.has(error)) return []
    seen.add(error)
    const message = document.getElementById(error)?.textContent
    return message ? [{ name: id, message: ariaLabel ? `${ariaLabel}: ${message}` : message }] : []
  })
}

const isSame = (some: readonly FieldProblem[], others: readonly FieldProblem[]) =>
  some.length === others.length &&
  some.every(({ name, message }, at) => others[at]?.name === name && others[at]?.message === message)
