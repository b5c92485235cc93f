import { MoreHorizontal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { exportRight } from '#shared/reports/report.ts'
import { type SavedReport, savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportNamed } from '#shared/reports/reports.ts'
import { SaveDialog } from './save-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SchedulesTable } from './schedules-table.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

type OpenDialog = { what: 'schedule' | 'rename' | 'delete'; saved: SavedReport }

const columnsFor = (
  openDialog: (what: OpenDialog['what'], saved: SavedReport) => void,
  maySchedule: boolean,
): readonly Column<SavedReport>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  { id: 'report', header: 'Report', phone: true, cell: ({ report }) => reportNamed(report).label },
  {
    id: 'shared',
    header: 'Shared',
    phone: 'corner',
    cell: ({ isShared }) => <Badge tone={isShared ? 'info' : 'neutral'}>{isShared ? 'Shared' : 'Private'}</Badge>,
  },
  { id: 'owner', header: 'Owner', phone: true, cell: ({ isOwn, owner }) => (isOwn ? 'You' : owner) },
  ...(maySchedule
    ? [
        {
          id: 'schedules',
          header: 'Schedules',
          align: 'end',
          phone: true,
          cell: ({ schedules }: SavedReport) => schedules.toLocaleString(),
        } as const,
      ]
    : []),
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (row) =>
      (maySchedule || row.isOwn) && (
        <Menu
          trigger={
            <IconButton label={`Actions for ${row.name}`} size="sm">
              <MoreHorizontal aria-hidden />
            </IconButton>
          }
        >
          {maySchedule && <MenuItem onSelect={() => openDialog('schedule', row)}>Schedule…</MenuItem>}
          {row.isOwn && (
            <>
              <MenuItem onSelect={() => openDialog('rename', row)}>Rename or share…</MenuItem>
              <MenuItem danger onSelect={() => openDialog('delete', row)}>
                Delete…
              </MenuItem>
            </>
          )}
        </Menu>
      ),
  },
]

/** The saved reports and their email schedules. */
export default function SavedReportsPage() {
  const maySchedule = useCan(exportRight)
  const saved = useApiQuery(savedReportsApi.listSaved, { query: { limit: 200 } })
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const update = useApiMutation(savedReportsApi.updateSaved, {
    errors: 'page',
    successMessage: ({ name }) => `Report “${name}” saved`,
    onSuccess: close,
  })
  const remove = useApiMutation(savedReportsApi.deleteSaved, {
    successMessage: () => 'Saved report deleted',
    onSuccess: close,
  })
  const { data, error, refetch, isFetching } = saved
  const columns = useMemo(() => columnsFor((what, one) => setDialog({ what, saved: one }), maySchedule), [maySchedule])
  return (
    <>
      <PageHeader
        title="Saved reports"
        help={maySchedule ? 'Open a saved report, or have it sent by email.' : 'Open a saved report.'}
      />
      <LoadPart result={saved}>
        <DataTable
          label="Saved reports"
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => id}
          rowHref={({ path }) => path}
          renderLink={({ href, ...link }) => <Link to={href} {...link} />}
          busy={isFetching}
          error={error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
          empty={
            <EmptyState kind="nothing" title="No saved reports yet">
              Open a report, choose what it shows, and save it from its menu.
            </EmptyState>
          }
        />
      </LoadPart>
      {maySchedule && (
        <>
          <h2 className="font-semibold text-base">Schedules</h2>
          <SchedulesTable />
        </>
      )}
      {dialog?.what === 'schedule' && <ScheduleDialog saved={dialog.saved} close={close} />}
      {dialog?.what === 'rename' && (
        <SaveDialog
          title="Rename or share"
          initial={dialog.saved}
          busy={update.isPending}
          error={update.error}
          onSubmit={(named) =>
            update.submit({
              params: { id: dialog.saved.id },
              version: dialog.saved.version,
              body: { ...named, query: dialog.saved.query },
            })
          }
          close={() => {
            update.reset()
            close()
          }}
        />
      )}
      {dialog?.what === 'delete' && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={`Delete the saved report “${dialog.saved.name}”?`}
          confirmLabel="Delete report"
          busy={remove.isPending}
          onConfirm={() => remove.submit({ params: { id: dialog.saved.id } })}
        >
          Its schedules are deleted as well, also those of colleagues. The records are kept.
        </ConfirmDialog>
      )}
    </>
  )
}
