import { Merge, Trash2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { type Contact, contactsApi } from '#shared/crm/contacts/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { ContactDialog } from '#web/crm/public/contact-dialog.tsx'
import { personFacts } from '#web/crm/public/contact-facts.tsx'
import { ContactMerge } from './contact-merge.tsx'
import { PartnerStatus } from '#web/crm/partners/partner-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { contactPlace } from '#web/records/record-places.ts'

export const record = contactsApi.getContact

/** A contact: contact data and employer. */
export default function ContactPage() {
  const { id = '' } = useParams()
  const contact = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={contact} place={contactPlace}>
      {(found) =>
        // A merged contact's old URL redirects to the contact that it was merged into.
        found.id === id ? <ContactView contact={found} /> : <Navigate to={paths.contact(found.id)} replace />
      }
    </RecordGate>
  )
}

type Open = 'edit' | 'merge' | 'delete'

function ContactView({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const search = useListOrigin()
  const { position, notes, createdAt, updatedAt } = contact
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={contact.name}
        status={<PartnerStatus status={contact.status} />}
        help={position}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.addressBook, search }}>Address book</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours
              route={crmNeighboursApi.getContactNeighbours}
              id={contact.id}
              what="contact"
              path={paths.contact}
            />
            <ContactActs contact={contact} onOpen={setOpen} />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <Card title="Contact">
          <DescriptionList
            facts={[
              ...personFacts(contact),
              { label: 'Added', value: <RelativeTime at={createdAt} /> },
              { label: 'Last changed', value: <RelativeTime at={updatedAt} /> },
            ]}
          />
        </Card>
        <Card title="Notes">
          <p className="whitespace-pre-line text-pretty text-secondary">{notes ?? 'No notes.'}</p>
        </Card>
      </div>
      {open === 'merge' && <ContactMerge contact={contact} close={close} />}
      {open === 'edit' && <ContactDialog contact={contact} close={close} />}
      {open === 'delete' && (
        <DeleteDialog
          route={contactsApi.deleteContact}
          id={contact.id}
          kind="contact"
          what="contact"
          name={contact.name}
          onDeleted={() => void navigate(paths.addressBook)}
          close={close}
        >
          You can undo this now, or restore it later from the deleted items.
        </DeleteDialog>
      )}
    </>
  )
}

function ContactActs({ contact, onOpen }: { contact: Contact; onOpen: (what: Open) => void }) {
  const mayEdit = useCan('crm.edit')
  const mayDelete = useCan('crm.delete')
  const unlink = useApiMutation(contactsApi.changeContact, {
    onSuccess: () => toast.success(`${contact.name} is now unassigned`),
  })
  const isLinked = contact.account || contact.supplier || contact.affiliation
  return (
    <>
      {(mayDelete || (mayEdit && isLinked)) && (
        <Menu>
          {mayEdit && isLinked && (
            <MenuItem
              icon={<Unlink aria-hidden />}
              onSelect={() => unlink.submit({ params: { id: contact.id }, body: { unlink: true } })}
            >
              Unlink
            </MenuItem>
          )}
          {mayDelete && (
            <MenuItem icon={<Merge aria-hidden />} onSelect={() => onOpen('merge')}>
              Merge another into this
            </MenuItem>
          )}
          {mayDelete && (
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onOpen('delete')}>
              Delete
            </MenuItem>
          )}
        </Menu>
      )}
      {mayEdit && <Button onClick={() => onOpen('edit')}>Edit</Button>}
    </>
  )
}
