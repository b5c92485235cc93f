import type { callsApi } from '#shared/crm/partners/calls-api.ts'
import type { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import type { Owner } from '#shared/crm/partners/owners.ts'
import type { prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useCan } from '#web/session/session.ts'
import { SelectField } from '#web/ui/field.tsx'
import { useOwners } from './use-owners.ts'

type OwnerFieldProps = {
  /** "Account owner". */
  label: string
  route: typeof callsApi.setOwner | typeof prospectsApi.setOwner | typeof opportunitiesApi.setOwner
  id: string
  owner: Owner | null
}

/** The owner of a record, saved on change. */
export function OwnerField({ label, route, id, owner }: OwnerFieldProps) {
  const mayEdit = useCan('crm.edit')
  const owners = useOwners(true)
  // The three routes differ only in their replies.
  const set = useApiMutation(route as typeof callsApi.setOwner, { successMessage: () => `${label} saved` })
  return (
    <SelectField
      label={label}
      disabled={!mayEdit || set.isPending}
      value={owner?.id ?? ''}
      onChange={(event) => set.submit({ params: { id }, body: { ownerId: event.target.value || null } })}
    >
      <option value="">No owner</option>
      {/* The current owner, until the options are loaded. */}
      {owner && !owners.some(({ value }) => value === owner.id) && <option value={owner.id}>{owner.name}</option>}
      {owners.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </SelectField>
  )
}
