import { type OpportunityRow, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { lostReasons, opportunityStages } from '#shared/crm/opportunities/opportunity-stages.ts'
import { call } from '#web/api/client.ts'
import { useOwnerPrompt } from '#web/crm/partners/use-owners.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

// "Other" requires a text of its own for each opportunity.
const reasons = lostReasons.filter((reason) => reason !== 'Other')

/** The bulk actions of the opportunity list. */
export function useOpportunityBulkActions(): BulkActions<OpportunityRow> {
  const mayEdit = useCan('crm.edit')
  const owner = useOwnerPrompt('Owner', mayEdit)
  const mayDelete = useCan('crm.delete')
  return {
    route: opportunitiesApi.listOpportunities,
    nameOf: ({ title }) => title,
    one: 'opportunity',
    many: 'opportunities',
    acts: [
      ...opportunityStages.map(
        (stage) =>
          mayEdit && {
            menu: 'Move to',
            label: stage,
            title: `Move to ${stage}`,
            past: `moved to ${stage}`,
            ...(stage === 'Lost' && {
              question: {
                label: 'Lost because',
                required: true,
                options: reasons.map((value) => ({ value, label: value })),
              },
            }),
            act: async ({ id }: { id: string }, key: string, answer: string) => {
              // Uses the current version: only the stage changes, so edits since the list was loaded don't matter.
              const { version } = await call(opportunitiesApi.getOpportunity, { params: { id } }, { quiet: true })
              const lostReason = reasons.find((reason) => reason === answer)
              const body = { stage, ...(lostReason && { lostReason }) }
              return call(
                opportunitiesApi.moveOpportunity,
                { params: { id }, body },
                { quiet: true, idempotencyKey: key, version },
              )
            },
          },
      ),
      mayEdit && {
        label: 'Set owner',
        question: owner.question,
        act: ({ id }, key, answer) =>
          call(
            opportunitiesApi.setOwner,
            { params: { id }, body: owner.bodyOf(answer) },
            { quiet: true, idempotencyKey: key },
          ),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'opportunity',
        confirm: 'You can undo this now, or restore it later from the deleted items.',
        act: ({ id }, key) =>
          call(opportunitiesApi.deleteOpportunity, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
