import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type OpportunityRow, opportunitiesApi, type StageSum } from '#shared/crm/opportunities/api.ts'
import {
  type OpportunityStage,
  opportunityStages,
  stageProbability,
  whyNotStage,
} from '#shared/crm/opportunities/opportunity-stages.ts'
import { useBoardTransitions } from '#web/lists/use-board-transitions.ts'
import { call } from '#web/api/client.ts'
import { ListBoard } from '#web/lists/list-board.tsx'
import { LostDialog } from './lost-dialog.tsx'
import { CloseDay, ClosedDay } from './close-day.tsx'
import { OpportunityStageBadge } from './opportunity-stage.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { newId } from '#web/api/new-id.ts'

type OpportunityBoardProps = {
  /** Search, filters and sort order. */
  query: object
  sums: readonly StageSum[] | undefined
}

/** The opportunities by stage; cards are moved by dragging or by their menus. */
export function OpportunityBoard({ query, sums }: OpportunityBoardProps) {
  const { currency } = useSettings()
  const mayEdit = useCan('crm.edit')
  const { search } = useLocation()
  const [pendingMove, setPendingMove] = useState<OpportunityRow>()
  const { move, announce, announcement, busy } = useBoardTransitions<OpportunityRow>(
    opportunitiesApi.listOpportunities.path,
    query,
  )

  function go(row: OpportunityRow, from: string, stage: Exclude<OpportunityStage, 'Lost'>) {
    void move({
      row,
      moved: {
        ...row,
        stage,
        late: row.late && stage !== 'Won',
        closedAt: stage === 'Won' ? new Date().toISOString() : null,
      },
      from,
      to: stage,
      name: row.title,
      toName: stage,
      act: () =>
        call(
          opportunitiesApi.moveOpportunity,
          { params: { id: row.id }, body: { stage } },
          { version: row.version, idempotencyKey: newId() },
        ),
    })
  }
  const sumOf = (stage: OpportunityStage) => sums?.find((one) => one.stage === stage)
  return (
    <>
      <ListBoard
        label="Sales opportunities by stage"
        route={opportunitiesApi.listOpportunities}
        query={query}
        columns={opportunityStages.map((stage) => ({
          id: stage,
          name: stage,
          title: <OpportunityStageBadge stage={stage} />,
          query: { stage },
          count: sumOf(stage)?.count,
          summary: <StageWorth stage={stage} sum={sumOf(stage)} currency={currency} />,
        }))}
        movesOf={(_row: OpportunityRow, column) =>
          mayEdit
            ? opportunityStages
                .filter((stage) => stage !== column)
                .map((stage) => ({
                  to: stage,
                  label: stage,
                  reason: whyNotStage(column as OpportunityStage, stage),
                }))
            : []
        }
        nameOf={(row) => row.title}
        renderCard={(row) => <OpportunityCard row={row} currency={currency} search={search} />}
        busy={busy}
        announcement={announcement}
        onMove={(row, from, to) =>
          to === 'Lost' ? setPendingMove(row) : go(row, from, to as Exclude<OpportunityStage, 'Lost'>)
        }
      />
      {pendingMove && (
        <LostDialog
          opportunity={pendingMove}
          onLost={() => announce(pendingMove.title, 'Lost')}
          close={() => setPendingMove(undefined)}
        />
      )}
    </>
  )
}

type StageWorthProps = { stage: OpportunityStage; sum: StageSum | undefined; currency: string }

/** The value of a stage, and its expected value. */
function StageWorth({ stage, sum, currency }: StageWorthProps) {
  if (!sum) return '–'
  const value = `${currency} ${formatDecimalInput(sum.value, 2)}`
  if (stage === 'Won' || stage === 'Lost') return value
  return `${value} · ${formatPercent(stageProbability[stage])} = ${formatDecimalInput(sum.weighted, 2)}`
}

type OpportunityCardProps = { row: OpportunityRow; currency: string; search: string }

function OpportunityCard({ row, currency, search }: OpportunityCardProps) {
  return (
    <>
      <Link
        to={paths.opportunity(row.id)}
        state={{ list: search }}
        draggable={false}
        data-card-link=""
        className="font-medium text-primary outline-none after:absolute after:inset-0 after:rounded-md"
      >
        <span className="line-clamp-3">{row.title}</span>
      </Link>
      <p className="line-clamp-3 text-secondary">{(row.account ?? row.prospect)?.name}</p>
      <p className="figures flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span className="font-medium text-primary">
          {currency} {formatDecimalInput(row.value, 2)}
        </span>
        <CardDay row={row} />
      </p>
      {row.owner && <p className="truncate text-muted text-xs">{row.owner.name}</p>}
    </>
  )
}

/** The expected closing date; for closed opportunities the date of winning, or the reason of the loss. */
function CardDay({ row }: { row: OpportunityRow }) {
  if (row.lostReason) return row.lostReason
  if (row.closedAt)
    return (
      <span>
        {row.stage} <ClosedDay row={row} />
      </span>
    )
  return row.expectedClose && <CloseDay row={row} />
}
