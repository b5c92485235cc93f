import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldErrors, type FieldValues } from 'react-hook-form'
import { FormNumberField } from './form-value-fields.tsx'

type CountedLineProps<Values extends FieldValues> = {
  control: Control<Values>
  path: FieldPath<Values>
  /** Of the goods. */
  name: string
  /** Below it: the lot, and how many there may be. */
  detail: ReactNode
  /** "Return": of which so many are typed. */
  what: string
  /** How what is wrong with it calls it. */
  calledHere?: string
}

/** A line of a document of which somebody types how many. */
export function NumberedLine<Values extends FieldValues>(props: CountedLineProps<Values>) {
  const { control, path, name, detail, what, calledHere = what } = props
  return (
    <li className="flex items-start justify-between gap-4">
      <span className="min-w-0 text-table">
        <span className="font-medium">{name}</span>
        <span className="block text-muted text-xs">{detail}</span>
      </span>
      <FormNumberField
        control={control}
        name={path}
        label={`${what} of ${name}`}
        hideLabel
        className="w-28 shrink-0"
        inputMode="numeric"
        placeholder="0"
        errorName={calledHere}
      />
    </li>
  )
}

/** What is wrong with the lines as a whole, not with one of them. */
export const problemOfLines = ({ lines }: FieldErrors<{ lines: unknown[] }>) =>
  (lines as { message?: string } | undefined)?.message ?? lines?.root?.message
