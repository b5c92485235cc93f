import { Combobox, type ComboboxOption, type ComboboxProps } from '#web/ui/combobox.tsx'

/** Props of a picker: those of Combobox without `search`; a value needs only id and label. */
export type PickerProps<Option extends ComboboxOption> = Omit<ComboboxProps<Option>, 'search' | 'value'> & {
  value: ComboboxOption | null
}

export type CreatingPickerProps<Option extends ComboboxOption> = Omit<PickerProps<Option>, 'onCreate'> & {
  /** Lets users with the right create a missing record, which is then picked. */
  creatable?: boolean
}

/** Options shown before typing; typing finds the others. */
export const pickerLimit = 20

type Props<Option extends ComboboxOption> = PickerProps<Option> & Pick<ComboboxProps<Option>, 'search'>

/** A Combobox whose value may come from a saved record, without the other fields of a search result. */
export function Picker<Option extends ComboboxOption>({ value, ...props }: Props<Option>) {
  // Combobox reads only id and label of its value.
  return <Combobox {...(props as Omit<ComboboxProps<Option>, 'value'>)} value={value as Option | null} />
}
