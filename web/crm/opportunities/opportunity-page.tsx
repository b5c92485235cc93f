import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { type Opportunity, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import {
  isOpenStage,
  opportunityStages,
  stageProbability,
  whyNotStage,
} from '#shared/crm/opportunities/opportunity-stages.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { LostDialog } from './lost-dialog.tsx'
import { CloseDay, ClosedDay } from './close-day.tsx'
import { OpportunityDialog } from './opportunity-dialog.tsx'
import { OpportunityStageBadge, opportunityStageTones } from './opportunity-stage.tsx'
import { OwnerField } from '#web/crm/partners/owner-field.tsx'
import { PartnerNotes } from '#web/crm/partners/partner-notes.tsx'
import { PipelineTimeline } from './pipeline-timeline.tsx'
import { paths } from '#web/paths.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { EditDeleteItems } from '#web/records/edit-delete-items.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { opportunityPlace } from '#web/records/record-places.ts'

export const record = opportunitiesApi.getOpportunity

/** An opportunity: customer or prospect, value, stage and history. */
export default function OpportunityPage() {
  const { id = '' } = useParams()
  const opportunity = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={opportunity} place={opportunityPlace}>
      {(found) => <OpportunityView opportunity={found} />}
    </RecordGate>
  )
}

function OpportunityView({ opportunity }: { opportunity: Opportunity }) {
  const { id, title, stage, account, prospect, version } = opportunity
  const [open, setOpen] = useState<'edit' | 'delete' | 'lost'>()
  const { currency } = useSettings()
  const navigate = useNavigate()
  const search = useListOrigin()
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const maySell = useCan('salesOrders.edit')
  const close = () => setOpen(undefined)
  const move = useApiMutation(opportunitiesApi.moveOpportunity, {
    onSuccess: (moved) => {
      toast.success(`Moved to ${moved.stage}`)
      close()
    },
  })
  return (
    <>
      <PageHeader
        title={title}
        status={<OpportunityStageBadge stage={stage} />}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.opportunities, search }}>Sales opportunities</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours
              route={crmNeighboursApi.getOpportunityNeighbours}
              id={id}
              what="opportunity"
              path={paths.opportunity}
            />
            {(mayEdit || mayDelete) && (
              <Menu>
                <EditDeleteItems mayEdit={mayEdit} mayDelete={mayDelete} onChoose={setOpen} />
              </Menu>
            )}
          </>
        }
        action={
          mayEdit && (
            <>
              {maySell && account && (
                <Button asChild>
                  <Link to={`${paths.estimateNew}?opportunity=${id}`}>New estimate</Link>
                </Button>
              )}
              <Menu
                trigger={
                  <Button variant={isOpenStage(stage) ? 'primary' : 'secondary'} busy={move.isPending}>
                    Move to
                    <ChevronDown aria-hidden />
                  </Button>
                }
              >
                {opportunityStages
                  .filter((to) => to !== stage)
                  .map((to) => {
                    const reason = whyNotStage(stage, to)
                    return (
                      <MenuItem
                        key={to}
                        disabled={reason !== null}
                        reason={reason}
                        onSelect={() =>
                          to === 'Lost'
                            ? setOpen('lost')
                            : move.submit({ params: { id }, body: { stage: to }, version })
                        }
                      >
                        {to}
                      </MenuItem>
                    )
                  })}
              </Menu>
            </>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <PartnerNotes notes={opportunity.notes} />
          <PipelineTimeline what="opportunity" steps={opportunity.timeline} tones={opportunityStageTones} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Details">
            <DescriptionList
              facts={[
                { label: `Value, ${currency}`, value: formatDecimalInput(opportunity.value, 2), numeric: true },
                { label: 'Probability', value: formatPercent(stageProbability[stage]), numeric: true },
                { label: 'Expected close', value: <CloseDay row={opportunity} /> },
                ...(opportunity.closedAt ? [{ label: 'Closed', value: <ClosedDay row={opportunity} /> }] : []),
                ...(opportunity.lostReason ? [{ label: 'Lost because', value: opportunity.lostReason }] : []),
                ...(opportunity.lostNote ? [{ label: 'What happened', value: opportunity.lostNote }] : []),
                { label: 'Customer', value: account && <Link to={paths.customer(account.id)}>{account.name}</Link> },
                { label: 'Prospect', value: prospect && <Link to={paths.prospect(prospect.id)}>{prospect.name}</Link> },
              ]}
            />
            <div className="mt-4">
              <OwnerField label="Owner" route={opportunitiesApi.setOwner} id={id} owner={opportunity.owner} />
            </div>
          </Card>
          <ChainCard kind="opportunity" id={id} />
        </div>
      </div>
      {open === 'edit' && <OpportunityDialog opportunity={opportunity} close={close} />}
      {open === 'lost' && <LostDialog opportunity={opportunity} close={close} />}
      {open === 'delete' && (
        <DeleteDialog
          route={opportunitiesApi.deleteOpportunity}
          id={id}
          kind="opportunity"
          what="opportunity"
          name={title}
          onDeleted={() => void navigate(paths.opportunities)}
          close={close}
        >
          It is removed from the board and the forecast. You can undo this now, or restore it later from the deleted
          items.
        </DeleteDialog>
      )}
    </>
  )
}
