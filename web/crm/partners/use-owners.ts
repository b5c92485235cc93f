import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { ownerFilters } from '#shared/crm/partners/owners.ts'
import type { BulkActionPrompt } from '#web/lists/bulk-action-dialog.tsx'
import { useApiQuery } from '#web/api/query.ts'

type Option = { value: string; label: string }

/** The users who can own customers, prospects and opportunities, as options. */
export const useOwners = (enabled: boolean): Option[] => useOwnerOptions(enabled).options

function useOwnerOptions(enabled: boolean) {
  const query = useApiQuery(callsApi.listOwners, {}, { enabled, aside: 'owners' })
  const options = (query.data?.data ?? []).map(({ id, name }): Option => ({ value: id, label: name }))
  return { options, query }
}

const filterNames = { mine: 'Mine', none: 'Unassigned', mineOrNone: 'Mine or unassigned' } as const

/** The options of the owner filter, and the label of a given one. */
export function useOwnerFilter(enabled: boolean) {
  const owners = useOwners(enabled)
  const options = [...ownerFilters.map((value): Option => ({ value, label: filterNames[value] })), ...owners]
  return { options, nameOf: (owner: string) => options.find(({ value }) => value === owner)?.label ?? '…' }
}

const unassigned = { value: 'none', label: filterNames.none }

/** The prompt of the bulk action "Set owner", and the request body for its answer. */
export function useOwnerPrompt(label: string, enabled: boolean) {
  const { options, query } = useOwnerOptions(enabled)
  const question: BulkActionPrompt = {
    label,
    required: true,
    options: [unassigned, ...options],
    query,
  }
  return { question, bodyOf: (answer: string) => ({ ownerId: answer === unassigned.value ? null : answer }) }
}
