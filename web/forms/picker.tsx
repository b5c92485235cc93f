import { Combobox, type ComboboxOption, type ComboboxProps } from '#web/ui/combobox.tsx'

/** What a picker takes: everything of a Combobox but the search; a value needs no more than its id and label. */
export type PickerProps<Option extends ComboboxOption> = Omit<ComboboxProps<Option>, 'search' | 'value'> & {
  value: ComboboxOption | null
}

export type CreatingPickerProps<Option extends ComboboxOption> = Omit<PickerProps<Option>, 'onCreate'> & {
  /** Offers to create what is not there yet, to those who may; it comes back picked. */
  creatable?: boolean
}

/** Shown at once; who needs more types a few letters. */
export const pickerLimit = 20

type Props<Option extends ComboboxOption> = PickerProps<Option> & Pick<ComboboxProps<Option>, 'search'>

/** A Combobox whose value may come from a saved record, without what a found option carries besides. */
export function Picker<Option extends ComboboxOption>({ value, ...props }: Props<Option>) {
  // A Combobox reads only id and label of its value.
  return <Combobox {...(props as Omit<ComboboxProps<Option>, 'value'>)} value={value as Option | null} />
}
