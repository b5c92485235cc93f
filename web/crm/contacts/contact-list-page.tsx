import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { partnerStatuses } from '#shared/crm/partners/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { ListSplit } from '#web/lists/list-split.tsx'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { contactColumns } from './contact-columns.tsx'
import { useContactBulkActions } from './contact-bulk-actions.ts'
import { ContactDialog } from '#web/crm/public/contact-dialog.tsx'
import { ContactSummary } from './contact-summary.tsx'
import { PartnerStatus } from '#web/crm/partners/partner-status.tsx'
import { paths } from '#web/paths.ts'
import { partnerStatusNames } from '#web/crm/public/partner-fields.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const listed = contactsApi.listContacts

const sides = { customer: 'Customers', supplier: 'Suppliers', other: 'Other', nobody: 'Unassigned' } as const
const statuses = partnerStatuses.map((value) => ({ value, label: partnerStatusNames[value] }))

/** The list of contacts at customers, suppliers and elsewhere; also as a split view. */
export default function ContactListPage() {
  const list = useListParams(contactsApi.listContacts)
  const { view, viewSwitch, chosen, withChosen } = useListLayout(['list', 'split'])
  const contacts = useApiQuery(contactsApi.listContacts, { query: list.query }, { keepPrevious: true })
  const listPage = useListPage('contacts', list, contacts, contactColumns, useContactBulkActions())
  const [adding, setAdding] = useState(false)
  const mayEdit = useCan('crm.edit')
  const navigate = useNavigate()
  const { search } = useLocation()
  useShortcuts(mayEdit ? { n: () => setAdding(true) } : {})
  const isEmpty = list.isEmpty(contacts)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add contact
    </Button>
  )
  const empty = isEmpty ? (
    <EmptyState kind="nothing" title="No contacts yet" action={add}>
      The people behind customers and suppliers: who orders, who pays, who takes goods in.
    </EmptyState>
  ) : (
    <NoMatch many="contacts" onClear={list.clearAll} />
  )
  return (
    <>
      <PageHeader title="Address book" action={add} />
      <FilterBar
        search={{ label: 'Search contacts', ...list.search }}
        chips={list.chips({
          status: { label: 'Status', show: (status) => partnerStatusNames[status as 'active'] },
          at: { label: 'Works for', show: (at) => sides[at as 'other'] },
          account: { label: 'Customer', show: () => 'one' },
          supplier: { label: 'Supplier', show: () => 'one' },
        })}
        onClearAll={list.clearAll}
        total={list.total(contacts)}
        tools={
          <>
            {viewSwitch}
            {view === 'list' ? listPage.tools : listPage.viewTools}
          </>
        }
      >
        <FilterSelect
          label="Works for"
          allLabel="All"
          {...list.filter('at')}
          options={Object.entries(sides).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('status')} options={statuses} />
      </FilterBar>
      {view === 'split' && !isEmpty ? (
        <ListSplit
          label="Contacts"
          rowOf={(row) => ({
            id: row.id,
            title: row.name,
            note: [row.position, row.account?.name ?? row.supplier?.name ?? row.affiliation].filter(Boolean).join(', '),
            corner: row.status === 'active' ? undefined : <PartnerStatus status={row.status} />,
          })}
          chosen={chosen}
          withChosen={withChosen}
          table={listPage.table}
          empty={empty}
          detail={ContactSummary}
        />
      ) : (
        <DataTable
          {...listPage.table}
          label="Contacts"
          rowId={(contact) => contact.id}
          rowHref={(contact) => paths.contact(contact.id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={empty}
        />
      )}
      {view === 'list' && listPage.bulk}
      {adding && (
        <ContactDialog onSaved={(contact) => void navigate(paths.contact(contact.id))} close={() => setAdding(false)} />
      )}
    </>
  )
}
