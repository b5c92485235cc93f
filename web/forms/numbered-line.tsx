import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldErrors, type FieldValues } from 'react-hook-form'
import { FormNumberField } from './form-value-fields.tsx'

type CountedLineProps<Values extends FieldValues> = {
  control: Control<Values>
  path: FieldPath<Values>
  /** The item's name. */
  name: string
  /** What tells it from other lines of the item in the field's label: "lot A1". */
  which?: string | false
  /** Below the name: the lot and the maximum quantity. */
  detail: ReactNode
  /** Begins the field's label: "Return of …". */
  what: string
  /** Name for error messages; defaults to `what`. */
  calledHere?: string
}

/** A document line with a field for its quantity. */
export function NumberedLine<Values extends FieldValues>(props: CountedLineProps<Values>) {
  const { control, path, name, which, detail, what, calledHere = what } = props
  return (
    <li className="flex items-start justify-between gap-4">
      <span className="min-w-0 text-table">
        <span className="font-medium">{name}</span>
        <span className="block text-muted text-xs">{detail}</span>
      </span>
      <FormNumberField
        control={control}
        name={path}
        label={`${what} of ${which ? `${name}, ${which}` : name}`}
        hideLabel
        className="w-28 shrink-0"
        inputMode="numeric"
        placeholder="0"
        errorName={calledHere}
      />
    </li>
  )
}

/** The error of the lines as a whole, not of a single one. */
export const problemOfLines = ({ lines }: FieldErrors<{ lines: unknown[] }>) =>
  (lines as { message?: string } | undefined)?.message ?? lines?.root?.message
