import { useId } from 'react'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { type SelectRow, onCheckboxChange } from './range-select.ts'

type RowCheckboxProps = {
  id: string
  checked: boolean
  /** Id of the element with the row's name. */
  nameId: string
  pick: SelectRow
}

/** The checkbox of a row, named after it: "Select SO-2026-000012". */
export function RowCheckbox({ id, checked, nameId, pick }: RowCheckboxProps) {
  const own = useId()
  return (
    <Checkbox
      id={own}
      aria-label="Select"
      aria-labelledby={`${own} ${nameId}`}
      checked={checked}
      onChange={onCheckboxChange(pick, id)}
    />
  )
}
