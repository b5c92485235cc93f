import { NumberField } from '#web/ui/number-field.tsx'

type LabelCopiesProps = {
  lines: readonly { key: string; name: string; copies: number | null; error: string | undefined }[]
  onChange: (at: number, copies: number | null) => void
}

/** The number of copies per label, for labels that each have their own number. */
export function LabelCopies({ lines, onChange }: LabelCopiesProps) {
  const sum = lines.reduce((total, { copies }) => total + (copies ?? 0), 0)
  return (
    <fieldset className="flex flex-col rounded-md border border-line">
      <legend className="sr-only">Copies</legend>
      <ul className="max-h-64 overflow-y-auto">
        {lines.map(({ key, name, copies, error }, at) => (
          <li key={key} className="flex items-center gap-4 border-line border-b px-3 py-2">
            <span className="min-w-0 flex-1 break-words text-table">{name}</span>
            <NumberField
              label={`Copies of ${name}`}
              hideLabel
              value={copies}
              onChange={(value) => onChange(at, value)}
              inputMode="numeric"
              error={error}
              className="w-24 shrink-0"
            />
          </li>
        ))}
      </ul>
      <p className="flex justify-between px-3 py-2 text-secondary text-table">
        <span>Labels together</span>
        <span className="figures">{Number.isNaN(sum) ? '–' : sum.toLocaleString()}</span>
      </p>
    </fieldset>
  )
}
