import { X } from 'lucide-react'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { call } from '#web/api/client.ts'
import { Picker } from '#web/forms/picker.tsx'
import { IconButton } from '#web/ui/button.tsx'

export type Colleague = { id: string; name: string }

async function search(typed: string, signal: AbortSignal) {
  const { data } = await call(
    reportSchedulesApi.listRecipients,
    { query: { q: typed || undefined } },
    { signal, quiet: true },
  )
  return data.map(({ id, name }) => ({ id, label: name }))
}

type ColleaguesFieldProps = { chosen: readonly Colleague[]; onChange: (chosen: Colleague[]) => void }

/** Picks any number of colleagues by name. */
export function ColleaguesField({ chosen, onChange }: ColleaguesFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <Picker
        label="Colleagues"
        placeholder="Search colleagues…"
        value={null}
        search={search}
        onChange={(found) => {
          if (found && !chosen.some(({ id }) => id === found.id))
            onChange([...chosen, { id: found.id, name: found.label }])
        }}
      />
      <ul aria-label="Chosen colleagues" className="flex flex-col gap-1 empty:hidden">
        {chosen.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-2 rounded-md bg-subtle py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <IconButton
              label={`Remove ${name}`}
              size="sm"
              onClick={() => onChange(chosen.filter((one) => one.id !== id))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
