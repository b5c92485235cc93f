import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  type ProspectStatus,
  prospectStatuses,
  type settableProspectStatuses,
  whyNotProspectStatus,
} from '#shared/crm/prospects/prospect-transitions.ts'
import { type ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import { useBoardTransitions } from '#web/lists/use-board-transitions.ts'
import { call } from '#web/api/client.ts'
import { ListBoard } from '#web/lists/list-board.tsx'
import { ConvertDialog } from './convert-dialog.tsx'
import { DisqualifyDialog } from './disqualify-dialog.tsx'
import { FollowUp, ProspectStatusBadge } from '#web/crm/public/prospect-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { newId } from '#web/api/new-id.ts'

/** The statuses that can be set without a dialog. */
type Settable = Exclude<(typeof settableProspectStatuses)[number], 'Disqualified'>
type ProspectBoardProps = {
  /** Search, filters and sort order, without the status. */
  query: object
  /** The status filter: shows only its column. */
  status: ProspectStatus | undefined
}

/** The prospects by status; cards are moved by dragging or by their menus. Conversion and disqualification open a dialog. */
export function ProspectBoard({ query, status }: ProspectBoardProps) {
  const mayEdit = useCan('crm.edit')
  const { search } = useLocation()
  const [pendingMove, setPendingMove] = useState<{ row: ProspectRow; to: 'Disqualified' | 'Converted' }>()
  const { move, announce, announcement, busy } = useBoardTransitions<ProspectRow>(
    prospectsApi.listProspects.path,
    query,
  )
  const close = () => setPendingMove(undefined)
  function go(row: ProspectRow, from: string, to: Settable) {
    void move({
      row,
      moved: { ...row, status: to },
      from,
      to,
      name: row.name,
      toName: to,
      act: () =>
        call(
          prospectsApi.setStatus,
          { params: { id: row.id }, body: { status: to } },
          { version: row.version, idempotencyKey: newId() },
        ),
    })
  }
  return (
    <>
      <ListBoard
        label="Prospects by status"
        route={prospectsApi.listProspects}
        query={query}
        columns={prospectStatuses
          .filter((one) => status === undefined || one === status)
          .map((one) => ({ id: one, name: one, title: <ProspectStatusBadge status={one} />, query: { status: one } }))}
        movesOf={(_row: ProspectRow, column) =>
          mayEdit
            ? prospectStatuses
                .filter((to) => to !== column)
                .map((to) => ({ to, label: to, reason: whyNotProspectStatus(column as ProspectStatus, to) }))
            : []
        }
        nameOf={(row) => row.name}
        renderCard={(row) => <ProspectCard row={row} search={search} />}
        busy={busy}
        announcement={announcement}
        onMove={(row, from, to) =>
          to === 'Converted' || to === 'Disqualified' ? setPendingMove({ row, to }) : go(row, from, to as Settable)
        }
      />
      {pendingMove?.to === 'Converted' && <ConvertDialog prospect={pendingMove.row} close={close} />}
      {pendingMove?.to === 'Disqualified' && (
        <DisqualifyDialog
          prospect={pendingMove.row}
          onDisqualified={() => announce(pendingMove.row.name, 'Disqualified')}
          close={close}
        />
      )}
    </>
  )
}

function ProspectCard({ row, search }: { row: ProspectRow; search: string }) {
  return (
    <>
      <Link
        to={paths.prospect(row.id)}
        state={{ list: search }}
        draggable={false}
        data-card-link=""
        className="font-medium text-primary outline-none after:absolute after:inset-0 after:rounded-md"
      >
        <span className="line-clamp-2">{row.name}</span>
      </Link>
      <p className="truncate text-secondary">{row.contact ?? row.email ?? row.phone ?? row.country}</p>
      {row.owner && <p className="truncate text-muted text-xs">{row.owner.name}</p>}
      <p className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        {row.followUpDate ? <FollowUp prospect={row} /> : 'No follow-up'}
        {row.labels.length > 0 && <span className="truncate">{row.labels.join(', ')}</span>}
      </p>
    </>
  )
}
