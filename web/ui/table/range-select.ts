import { type ChangeEvent, useRef } from 'react'

export type SelectRow = (id: string, isSelected: boolean, isRange: boolean) => void

/** Selects one row, or with Shift all rows from the last one clicked; all get the state of the clicked row. */
export function useRangeSelect(
  ids: readonly string[],
  selected: ReadonlySet<string> | undefined,
  onSelectedChange: ((selected: ReadonlySet<string>) => void) | undefined,
): SelectRow {
  const last = useRef<string>(undefined)
  return (id, isSelected, isRange) => {
    const next = new Set(selected)
    for (const one of isRange && last.current !== undefined ? between(ids, last.current, id) : [id]) {
      if (isSelected) next.add(one)
      else next.delete(one)
    }
    last.current = id
    onSelectedChange?.(next)
  }
}

/** Change handler of a row's checkbox. */
export const onCheckboxChange = (pick: SelectRow, id: string) => (event: ChangeEvent<HTMLInputElement>) => {
  const { nativeEvent, target } = event
  pick(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
}

/** The ids between two rows, in either order; only `to` if one of them is not shown any more. */
export function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
