import type { ImportColumn } from '#shared/imports/columns.ts'
import type { Import } from '#shared/imports/api.ts'
import { SelectField } from '#web/ui/field.tsx'

type MappingRowProps = {
  /** The key of the expected column. */
  column: string
  shown: ImportColumn
  found: Import
  /** A column of the file; empty if none. */
  chosen: string
  error: string | undefined
  onChoose: (name: string) => void
}

/** An expected column, the file's column chosen for it, and the first value in that. */
export function MappingRow({ column, shown, found, chosen, error, onChoose }: MappingRowProps) {
  const { name, meaning, required } = shown
  const sample = chosen ? found.samples[found.columns.indexOf(chosen)] : undefined
  return (
    <li className="grid items-start gap-x-6 gap-y-2 border-line border-t px-5 py-3 max-md:px-4 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]">
      <div className="min-w-0 md:pt-1">
        <p className="font-medium text-sm">{name}</p>
        <p className="text-muted text-xs">{meaning}</p>
      </div>
      <SelectField
        label={`Column for ${name}`}
        hideLabel
        name={column}
        value={chosen}
        required={required}
        error={error}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">{required ? 'Choose a column' : 'Not in the file'}</option>
        {found.columns.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <p className="truncate text-muted text-table md:pt-2" title={sample}>
        {chosen && (sample ? <>For example: {sample}</> : 'Empty in the first rows')}
      </p>
    </li>
  )
}
