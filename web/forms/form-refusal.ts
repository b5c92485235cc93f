import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { showFieldErrors } from './field-errors.ts'

/** What a form does with the server's no: words under their fields, a notice for the rest, a question when another was faster. */
export function useFormRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fieldOf = (path: string) => path,
) {
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<number>()
  const [change, setChange] = useState<LastChange | undefined>()
  return {
    /** What no field is about. */
    problem,
    /** The version that stands, once somebody else has saved. */
    conflict,
    /** Who saved it and when, as far as the server could tell. */
    change,
    /** Asks whose version stands before anything is sent: somebody else has saved this one meanwhile. */
    meet: (version: number) => {
      setChange(undefined)
      setConflict(version)
    },
    clear: () => {
      setProblem(undefined)
      setConflict(undefined)
    },
    /** For useApiMutation, beside `errors: 'page'`. */
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

/** The version that stands instead of the one that was edited, and whose it is; undefined for any other error. */
export function savedVersionOf(error: ApiError): { version: number; change?: LastChange } | undefined {
  const { version, by, at } = (error.details ?? {}) as Partial<LastChange> & { version?: number }
  if (error.code !== 'VERSION_CONFLICT' || version === undefined) return undefined
  return at === undefined ? { version } : { version, change: { by: by ?? null, at } }
}

export type FormRefusal = ReturnType<typeof useFormRefusal>
