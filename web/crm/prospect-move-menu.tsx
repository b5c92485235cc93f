import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { settableProspectStatuses, whyNotProspectStatus } from '#shared/crm/prospect-moves.ts'
import { type Prospect, prospectsApi } from '#shared/crm/prospects-api.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { prospectReads } from '#web/crm/pipeline-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

/** Gives a prospect another status; one who is disqualified may be given a reason. */
export function ProspectMoveMenu({ prospect: { id, name, status, version } }: { prospect: Prospect }) {
  const [asking, setAsking] = useState(false)
  const form = useForm({ defaultValues: { reason: '' } })
  const refusal = useFormRefusal(form)
  const set = useApiMutation(prospectsApi.setStatus, {
    invalidates: prospectReads,
    onSuccess: (saved) => {
      setAsking(false)
      toast.success(`Status set to ${saved.status}`)
    },
  })
  const ways = settableProspectStatuses.filter((to) => whyNotProspectStatus(status, to) === null)
  return (
    <>
      <Menu
        trigger={
          <Button busy={set.isPending}>
            Set status
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {ways.map((to) => (
          <MenuItem
            key={to}
            onSelect={() =>
              to === 'Disqualified' ? setAsking(true) : set.submit({ params: { id }, body: { status: to }, version })
            }
          >
            {to}
          </MenuItem>
        ))}
      </Menu>
      {asking && (
        <MoveDialog
          form={form}
          refusal={refusal}
          title={`Disqualify ${name}?`}
          description="They leave the list of those who are due. You can take them up again later."
          submitLabel="Disqualify"
          busy={set.isPending}
          onSubmit={({ reason }) => set.submit({ params: { id }, body: { status: 'Disqualified', reason }, version })}
          close={() => setAsking(false)}
        >
          <TextAreaField label="Reason" rows={2} {...form.register('reason')} />
        </MoveDialog>
      )}
    </>
  )
}
