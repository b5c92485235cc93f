import { LayoutDashboard, Plus, Upload } from 'lucide-react'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Account, Supplier } from '#shared/crm/partners/api.ts'
import type { PartnerKindName } from '#shared/crm/partners/partners-api.ts'
import type { ListResult } from '#web/lists/list-table.tsx'
import { ListSplit } from '#web/lists/list-split.tsx'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useListPage } from '#web/lists/use-list-page.ts'
import { NoMatch } from '#web/lists/no-match.tsx'
import { PartnerFilters } from './partner-filters.tsx'
import { PartnerMap } from './partner-map.tsx'
import { usePartnerBulkActions } from './partner-bulk-actions.ts'
import { PartnerStatus } from './partner-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

export const partnerViews = ['list', 'split', 'map'] as const

type PartnerListProps<Row> = {
  kind: PartnerKindName
  title: string
  one: string
  /** What the records are for, shown while the list is empty. */
  purpose: string
  /** What the size of a map point counts: "order". */
  counted: string
  list: Parameters<typeof PartnerFilters>[0]['list']
  result: ListResult<Row>
  map: ComponentProps<typeof PartnerMap>['result']
  columns: readonly Column<Row>[]
  pathOf: (id: string) => string
  /** Shows one record in the split view. */
  detail: ComponentType<{ id: string }>
  /** The dialog that adds one. */
  adding: ComponentType<{ close: () => void }>
}

/** The page of customers or suppliers: as a list, split view or map, with the same filters. */
export function PartnerList<Row extends Account | Supplier>(props: PartnerListProps<Row>) {
  const { kind, title, one, list, result, map, columns, pathOf, detail, adding: Adding } = props
  const many = `${one}s`
  const { view, viewSwitch, chosen, withChosen } = useListLayout(partnerViews)
  const listPage = useListPage(many, list, result, columns, usePartnerBulkActions(kind))
  const { search } = useLocation()
  const mayEdit = useCan('crm.edit')
  // `?add` opens the dialog, for the command palette.
  const [params, setParams] = useSearchParams()
  const isAddRequested = params.has('add')
  const [isOpened, setAdding] = useState(false)
  const isAdding = isOpened || (isAddRequested && mayEdit)
  const close = () => {
    setAdding(false)
    if (isAddRequested)
      setParams(
        (next) => {
          next.delete('add')
          return next
        },
        { replace: true },
      )
  }
  useShortcuts(mayEdit ? { n: () => setAdding(true) } : {})
  const isEmpty = list.isEmpty(result)
  const mayImport = mayEdit && kind === 'accounts'
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add {one}
    </Button>
  )
  const empty = isEmpty ? (
    <EmptyState
      kind="nothing"
      title={`No ${many} yet`}
      action={
        <>
          {mayImport && <ImportCustomers />}
          {add}
        </>
      }
    >
      {props.purpose}
    </EmptyState>
  ) : (
    <NoMatch many={many} onClear={list.clearAll} />
  )
  const { table } = listPage
  return (
    <>
      <PageHeader
        title={title}
        menu={
          kind === 'accounts' && (
            <>
              {mayImport && !isEmpty && <ImportCustomers className="max-lg:hidden" />}
              <Button asChild>
                <Link to={paths.accounts}>
                  <LayoutDashboard aria-hidden />
                  Accounts overview
                </Link>
              </Button>
            </>
          )
        }
        action={add}
      />
      <PartnerFilters
        kind={kind}
        list={list}
        label={`Search ${many}`}
        total={list.total(result)}
        tools={
          <>
            {viewSwitch}
            {view === 'list' ? listPage.tools : listPage.viewTools}
          </>
        }
      />
      {view === 'map' && !isEmpty && (
        <PartnerMap result={map} one={one} many={many} counted={props.counted} pathOf={pathOf} />
      )}
      {view === 'split' && !isEmpty && (
        <ListSplit
          label={title}
          rowOf={(row) => ({
            id: row.id,
            title: row.name,
            note: [row.country, row.labels.join(', ')].filter(Boolean).join(' · ') || row.address,
            corner: <PartnerStatus status={row.status} />,
          })}
          chosen={chosen}
          withChosen={withChosen}
          table={table}
          empty={empty}
          detail={detail}
        />
      )}
      {(view === 'list' || isEmpty) && (
        <DataTable
          {...table}
          label={title}
          rowId={(row) => row.id}
          rowHref={(row) => pathOf(row.id)}
          renderLink={({ href, ...link }) => <Link to={href} state={{ list: search }} {...link} />}
          empty={empty}
        />
      )}
      {view === 'list' && listPage.bulk}
      {isAdding && <Adding close={close} />}
    </>
  )
}

/** On narrow screens only the command palette links there. */
function ImportCustomers({ className }: { className?: string }) {
  return (
    <Button asChild className={className}>
      <Link to={paths.customerImport}>
        <Upload aria-hidden />
        Import
      </Link>
    </Button>
  )
}
