import { toNestErrors } from '@hookform/resolvers'
import { type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '#shared/http/issue-messages.ts'

export type BodyForm<Values extends FieldValues> = {
  /** The schema of the call's body: the form validates as the server does. */
  schema: z.ZodType
  /** Turns the form's values into the body; not needed if they are the body. */
  bodyOf?: (values: Values) => unknown
  /** The form field for a part of the body, by dotted path, where the two differ. */
  fieldOf?: (path: string, values: Values) => string
  /** The error that a field shows. With it, a row that is added starts without errors. */
  errorOf?: (field: string) => unknown
}

/** A react-hook-form resolver: validates with the schema of the body to be sent. Missing values always read "is required". */
export function bodyResolver<Values extends FieldValues>(form: BodyForm<Values>): Resolver<Values> {
  const { schema, bodyOf = (values) => values, fieldOf = (path) => path, errorOf = () => true } = form
  return (values, _context, options) => {
    const body = bodyOf(values)
    const { error } = schema.safeParse(body, { reportInput: true })
    if (!error) return { values, errors: {} }
    const flat: Record<string, { type: string; message: string }> = {}
    // The form validates a whole table as a row is added or removed, before anything is typed into the row.
    const [table, ...others] = options.names ?? []
    const isTable = table !== undefined && others.length === 0 && Array.isArray(get(values, table))
    for (const issue of error.issues) {
      const { path } = issue
      const field = fieldOf(path.join('.'), values)
      if (isTable && field.startsWith(`${table}.`) && !errorOf(field)) continue
      flat[field] ??= { type: 'invalid', message: isMissing(body, path) ? 'is required' : messageOf(issue) }
    }
    return { values: {}, errors: toNestErrors<Values>(flat, options) }
  }
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value === undefined || value === null || value === ''
}
