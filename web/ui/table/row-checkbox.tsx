import { useId } from 'react'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { type SelectRow, onCheckboxChange } from './range-select.ts'

type RowCheckboxProps = {
  id: string
  checked: boolean
  /** The element that says what the row is. */
  nameId: string
  pick: SelectRow
}

/** The checkbox of a row, called after what the row is: "Select SO-2026-000012". */
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
