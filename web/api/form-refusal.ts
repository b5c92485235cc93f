import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'
import { isToldGlobally } from '#web/api/failures.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'

/** What a form does with the server's no: words under their fields, a notice for the rest, a question when another was faster. */
export function useFormRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fieldOf = (path: string) => path,
) {
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<number>()
  return {
    /** What no field is about. */
    problem,
    /** The version that stands, once somebody else has saved. */
    conflict,
    clear: () => {
      setProblem(undefined)
      setConflict(undefined)
    },
    /** For useApiMutation, beside `errors: 'page'`. */
    onError: (error: ApiError) => {
      const version = (error.details as { version?: number } | undefined)?.version
      if (error.code === 'CHANGED_MEANWHILE' && version !== undefined) return setConflict(version)
      const fields = Object.fromEntries(Object.entries(error.fields).map(([path, words]) => [fieldOf(path), words]))
      const shown = showFieldErrors(new ApiError(error.message, { ...error, fields }), form.getValues(), form.setError)
      if (!shown && !isToldGlobally(error)) setProblem(error.message)
    },
  }
}

export type FormRefusal = ReturnType<typeof useFormRefusal>
