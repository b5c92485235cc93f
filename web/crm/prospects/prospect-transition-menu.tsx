import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { settableProspectStatuses, whyNotProspectStatus } from '#shared/crm/prospects/prospect-transitions.ts'
import { type Prospect, prospectsApi } from '#shared/crm/prospects/api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { DisqualifyDialog } from './disqualify-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type ProspectMoveMenuProps = { prospect: Prospect; size?: 'md' | 'sm' }

/** Changes the status of a prospect; disqualifying asks for an optional reason. */
export function ProspectTransitionMenu({ prospect, size = 'md' }: ProspectMoveMenuProps) {
  const { id, status, version } = prospect
  const [isConfirming, setConfirming] = useState(false)
  const set = useApiMutation(prospectsApi.setStatus, {
    successMessage: (saved) => `Status set to ${saved.status}`,
  })
  const ways = settableProspectStatuses.filter((to) => whyNotProspectStatus(status, to) === null)
  return (
    <>
      <Menu
        trigger={
          <Button size={size} busy={set.isPending}>
            Set status
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {ways.map((to) => (
          <MenuItem
            key={to}
            onSelect={() =>
              to === 'Disqualified'
                ? setConfirming(true)
                : set.submit({ params: { id }, body: { status: to }, version })
            }
          >
            {to}
          </MenuItem>
        ))}
      </Menu>
      {isConfirming && <DisqualifyDialog prospect={prospect} close={() => setConfirming(false)} />}
    </>
  )
}
