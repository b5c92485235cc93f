import type { FieldErrors } from 'react-hook-form'
import { sentence } from './field-errors.ts'
import type { FieldProblem } from '#web/ui/form-layout.tsx'

/** All errors of a form as links to their fields, sorted by `order` (rows by their list); `label` returns a field's label. */
export function formProblems(
  errors: FieldErrors,
  label: (name: string) => string,
  order: readonly string[],
): FieldProblem[] {
  const positionOf = (name: string) => {
    const at = order.findIndex((one) => name === one || name.startsWith(`${one}.`))
    return at < 0 ? order.length : at
  }
  return problemsOf(errors, label).toSorted((a, b) => positionOf(a.name) - positionOf(b.name))
}

function problemsOf(errors: FieldErrors, label: (name: string) => string, path = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    const name = path === '' ? key : `${path}.${key}`
    if (!error || key === 'ref') return []
    if (typeof error.message !== 'string') return problemsOf(error as FieldErrors, label, name)
    return [{ name, message: sentence(label(name), error.message) ?? error.message }]
  })
}
