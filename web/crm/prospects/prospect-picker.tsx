import { type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { call } from '#web/api/client.ts'
import { Picker, type PickerProps, pickerLimit } from '#web/forms/picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type ProspectOption = ComboboxOption & { prospect: ProspectRow }

async function search(typed: string, signal: AbortSignal): Promise<ProspectOption[]> {
  const query = { q: typed || undefined, limit: pickerLimit, sort: 'name' as const }
  const { data } = await call(prospectsApi.listProspects, { query }, { signal, quiet: true })
  return data.map((prospect) => ({
    id: prospect.id,
    label: prospect.name,
    secondary: [prospect.status, prospect.contact, prospect.country].filter(Boolean).join(' · '),
    prospect,
  }))
}

/** Picks a prospect by name, contact or a word in the notes. */
export function ProspectPicker(props: PickerProps<ProspectOption>) {
  return <Picker placeholder="Search prospects…" {...props} search={search} />
}
