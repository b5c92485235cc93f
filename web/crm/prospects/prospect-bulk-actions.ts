import { settableProspectStatuses } from '#shared/crm/prospects/prospect-transitions.ts'
import { type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { call } from '#web/api/client.ts'
import { useOwnerPrompt } from '#web/crm/partners/use-owners.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

/** The bulk actions of the prospect list. */
export function useProspectBulkActions(): BulkActions<ProspectRow> {
  const mayEdit = useCan('crm.edit')
  const owner = useOwnerPrompt('Owner', mayEdit)
  const mayDelete = useCan('crm.delete')
  return {
    route: prospectsApi.listProspects,
    nameOf: ({ name }) => name,
    one: 'prospect',
    many: 'prospects',
    acts: [
      ...settableProspectStatuses.map(
        (status) =>
          mayEdit && {
            menu: 'Set status',
            label: status,
            title: `Set status ${status}`,
            // Optional, as for a single prospect.
            ...(status === 'Disqualified' && { question: { label: 'Reason' } }),
            act: ({ id }: { id: string }, key: string, reason: string) =>
              call(
                prospectsApi.setStatus,
                { params: { id }, body: { status, reason: reason || null } },
                { quiet: true, idempotencyKey: key },
              ),
          },
      ),
      mayEdit && {
        label: 'Set follow-up date',
        question: { label: 'Follow-up date', type: 'date', help: 'Leave blank to remove the date.' },
        act: ({ id }, key, date) =>
          call(
            prospectsApi.setFollowUp,
            { params: { id }, body: { date: date || null } },
            { quiet: true, idempotencyKey: key },
          ),
      },
      mayEdit && {
        label: 'Set owner',
        question: owner.question,
        act: ({ id }, key, answer) =>
          call(
            prospectsApi.setOwner,
            { params: { id }, body: owner.bodyOf(answer) },
            { quiet: true, idempotencyKey: key },
          ),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'prospect',
        confirm: 'You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) =>
          call(prospectsApi.deleteProspect, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
