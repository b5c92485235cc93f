import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { ApiError } from '#web/api/api-error.ts'

/** "is required" under the field "Name" becomes "Name is required"; a complete sentence is unchanged. */
export function sentence(label: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message
}

/** Shows the server's field errors under the fields. False if none of them belongs to this form. */
export function showFieldErrors<Values extends FieldValues>(
  error: ApiError,
  fields: Readonly<Record<string, unknown>>,
  setError: UseFormSetError<Values>,
): boolean {
  const known = Object.entries(error.fields).filter(([name]) => (name.split('.')[0] ?? '') in fields)
  known.forEach(([name, message], at) => {
    setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: at === 0 })
  })
  return known.length > 0
}
