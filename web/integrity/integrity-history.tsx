import type { IntegrityRun } from '#shared/reports/integrity-api.ts'
import { type Tone, StatusBadge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const states: Record<IntegrityRun['state'], { tone: Tone; words: string }> = {
  green: { tone: 'good', words: 'Passed' },
  red: { tone: 'bad', words: 'Failed' },
  failed: { tone: 'warn', words: 'Not finished' },
  running: { tone: 'info', words: 'Running' },
}

const seconds = ({ checks }: IntegrityRun) => (checks.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)

const columns: readonly Column<IntegrityRun>[] = [
  { id: 'startedAt', header: 'Started', cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  {
    id: 'state',
    header: 'Result',
    phone: 'corner',
    cell: ({ state }) => <StatusBadge tone={states[state].tone}>{states[state].words}</StatusBadge>,
  },
  {
    id: 'bad',
    header: 'First mismatch',
    phone: true,
    width: '40%',
    cell: ({ checks, failure }) =>
      failure ?? checks.find(({ first }) => first)?.first?.name ?? <span className="text-muted">–</span>,
  },
  { id: 'by', header: 'By', phone: true, cell: ({ startedBy }) => startedBy ?? 'Nightly' },
  { id: 'took', header: 'Took, s', align: 'end', phone: true, cell: seconds },
]

/** The latest runs, newest first. */
export function IntegrityHistory({ proofs }: { proofs: readonly IntegrityRun[] }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Earlier runs</h2>
      <DataTable
        label="Earlier runs"
        columns={columns}
        rows={proofs}
        rowId={({ id }) => id}
        empty={
          <EmptyState kind="nothing" title="No runs yet" className="py-8">
            The first check runs tonight, or now with the button above.
          </EmptyState>
        }
      />
    </section>
  )
}
