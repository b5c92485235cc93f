import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { showFieldErrors } from './field-errors.ts'

/**
 * Handles the server's refusal in a form: field errors under the fields, a notice for the rest, a dialog for a version
 * conflict.
 */
export function useFormRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fieldOf = (path: string) => path,
) {
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<number>()
  const [change, setChange] = useState<LastChange | undefined>()
  return {
    /** The error that concerns no field. */
    problem,
    /** The saved version, if someone else has saved meanwhile. */
    conflict,
    /** Who saved it and when, if the server knows. */
    change,
    /** Opens the conflict dialog before anything is sent, because someone else has saved meanwhile. */
    meet: (version: number) => {
      setChange(undefined)
      setConflict(version)
    },
    clear: () => {
      setProblem(undefined)
      setConflict(undefined)
    },
    /** For useApiMutation, with `errors: 'page'`. */
    onError: (error: ApiError) => {
      const savedVersion = savedVersionOf(error)
      if (savedVersion) {
        setChange(savedVersion.change)
        return setConflict(savedVersion.version)
      }
      const fields = Object.fromEntries(Object.entries(error.fields).map(([path, words]) => [fieldOf(path), words]))
      const shown = showFieldErrors(new ApiError(error.message, { ...error, fields }), form.getValues(), form.setError)
      if (!shown && !isReportedGlobally(error)) setProblem(error.message)
    },
  }
}

/** Who saved a record, and when. */
export type LastChange = { by: string | null; at: string }

/** The saved version, and who saved it, after a version conflict; undefined for any other error. */
export function savedVersionOf(error: ApiError): { version: number; change?: LastChange } | undefined {
  const { version, by, at } = (error.details ?? {}) as Partial<LastChange> & { version?: number }
  if (error.code !== 'VERSION_CONFLICT' || version === undefined) return undefined
  return at === undefined ? { version } : { version, change: { by: by ?? null, at } }
}

export type FormRefusal = ReturnType<typeof useFormRefusal>
