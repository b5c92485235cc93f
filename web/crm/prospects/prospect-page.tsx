import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { type Prospect, prospectsApi } from '#shared/crm/prospects/api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { prospectFacts } from '#web/crm/public/contact-facts.tsx'
import { ConvertDialog } from './convert-dialog.tsx'
import { OpportunityDialog } from '#web/crm/opportunities/opportunity-dialog.tsx'
import { OwnerField } from '#web/crm/partners/owner-field.tsx'
import { PartnerNotes } from '#web/crm/partners/partner-notes.tsx'
import { PipelineTimeline } from '#web/crm/opportunities/pipeline-timeline.tsx'
import { ProspectDialog } from './prospect-dialog.tsx'
import { ProspectOpportunities } from './prospect-opportunities.tsx'
import { ProspectTransitionMenu } from './prospect-transition-menu.tsx'
import { ProspectStatusBadge, prospectStatusTones } from '#web/crm/public/prospect-status.tsx'
import { paths } from '#web/paths.ts'
import { ChainCard } from '#web/sales/public/chain-card.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { EditDeleteItems } from '#web/records/edit-delete-items.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { prospectPlace } from '#web/records/record-places.ts'

export const record = prospectsApi.getProspect

/** A prospect: contact data, follow-up date, notes and opportunities. */
export default function ProspectPage() {
  const { id = '' } = useParams()
  const prospect = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={prospect} place={prospectPlace}>
      {(found) => <ProspectView prospect={found} />}
    </RecordGate>
  )
}

function ProspectView({ prospect }: { prospect: Prospect }) {
  const { id, name, status, account } = prospect
  const [open, setOpen] = useState<'edit' | 'delete' | 'convert' | 'opportunity'>()
  const navigate = useNavigate()
  const search = useListOrigin()
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const close = () => setOpen(undefined)
  const isOpen = status !== 'Converted' && status !== 'Disqualified'
  return (
    <>
      <PageHeader
        title={name}
        status={<ProspectStatusBadge status={status} />}
        help={prospect.contact}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.prospects, search }}>Prospects</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours
              route={crmNeighboursApi.getProspectNeighbours}
              id={id}
              what="prospect"
              path={paths.prospect}
            />
            {(mayEdit || mayDelete) && (
              <Menu>
                <EditDeleteItems mayEdit={mayEdit} mayDelete={mayDelete} onChoose={setOpen} />
              </Menu>
            )}
            {mayEdit && status !== 'Converted' && <ProspectTransitionMenu prospect={prospect} />}
          </>
        }
        action={
          mayEdit &&
          isOpen && (
            <Button variant="primary" onClick={() => setOpen('convert')}>
              Convert
            </Button>
          )
        }
      />
      {account && (
        <Notice tone="good" title="Converted to a customer">
          <Link to={paths.customer(account.id)} className="link">
            {account.name}
          </Link>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <PartnerNotes notes={prospect.notes} />
          <ProspectOpportunities
            opportunities={prospect.opportunities}
            action={
              mayEdit && (
                <Button size="sm" onClick={() => setOpen('opportunity')}>
                  <Plus aria-hidden />
                  Add opportunity
                </Button>
              )
            }
          />
          <PipelineTimeline what="prospect" steps={prospect.timeline} tones={prospectStatusTones} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Contact">
            <DescriptionList facts={prospectFacts(prospect)} />
            <div className="mt-4">
              <OwnerField label="Owner" route={prospectsApi.setOwner} id={id} owner={prospect.owner} />
            </div>
          </Card>
          <ChainCard kind="prospect" id={id} />
        </div>
      </div>
      {open === 'edit' && <ProspectDialog prospect={prospect} close={close} />}
      {open === 'convert' && <ConvertDialog prospect={prospect} close={close} />}
      {open === 'opportunity' && (
        <OpportunityDialog
          prospect={prospect}
          account={account ?? undefined}
          onSaved={(saved) => void navigate(paths.opportunity(saved.id))}
          close={close}
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          route={prospectsApi.deleteProspect}
          id={id}
          kind="prospect"
          what="prospect"
          name={name}
          onDeleted={() => void navigate(paths.prospects)}
          close={close}
        >
          To keep the history, set the status to Disqualified instead. You can undo this now, or restore it later from
          the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}
