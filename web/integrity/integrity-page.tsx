import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type IntegrityRun, integrityApi } from '#shared/reports/integrity-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { IntegrityChecks } from './integrity-checks.tsx'
import { IntegrityHistory } from './integrity-history.tsx'
import { RebuildSums } from './rebuild-sums.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useUser } from '#web/session/session.ts'

const maxRows = 30
/** The polling interval during a run. */
const pollMs = 1000

/** The integrity checks: the last run with its first invalid rows, earlier runs, and a button to start one. */
export default function IntegrityPage() {
  const { role } = useUser()
  return (
    <div className="flex w-full max-w-260 flex-col gap-6">
      <PageHeader
        title="Data integrity check"
        help="Every night, all stock, money and statuses are recalculated from the recorded entries. Nothing is repaired silently."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.settings}>Settings</Link>
          </Breadcrumbs>
        }
      />
      {role === 'admin' ? (
        <Proofs />
      ) : (
        <Card flush>
          <EmptyState kind="no-permission" title="Only administrators can see the integrity check">
            Ask an administrator for the result.
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

function Proofs() {
  const proofs = useApiQuery(integrityApi.listProofs, { query: { limit: maxRows } }, { untold: true })
  const running = proofs.data?.data.find(({ state }) => state === 'running')
  const watched = useApiQuery(
    integrityApi.getProof,
    { params: { id: running?.id ?? '' } },
    { enabled: running !== undefined, every: pollMs },
  )
  const isOver = watched.data !== undefined && watched.data.id === running?.id && watched.data.state !== 'running'
  const start = useApiMutation(integrityApi.startProof, {
    onSuccess: () => toast.success('The check has started'),
  })
  const { data, error, isFetching, refetch } = proofs
  if (!data && error)
    return (
      <Card flush>
        <ErrorState what="Integrity checks" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <SkeletonText lines={8} />
      </Card>
    )
  const list =
    isOver && watched.data ? data.data.map((one) => (one.id === watched.data?.id ? watched.data : one)) : data.data
  const current = running && !isOver ? (watched.data?.id === running.id ? watched.data : running) : undefined
  const last = list.find(({ state }) => state !== 'running')
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-4">
          {last ? <Verdict proof={last} /> : <p className="text-secondary">No check has run yet.</p>}
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={current !== undefined}
            onClick={() => start.submit({ body: {} })}
          >
            Run check
          </Button>
        </div>
        {current && (
          <div className="mt-5">
            <ProgressBar
              label={`Checking: ${current.checks.length} of ${current.total} checks done`}
              showLabel
              value={current.checks.length}
              max={current.total}
            />
          </div>
        )}
      </Card>
      {last && <IntegrityChecks proof={last} />}
      <RebuildSums />
      <IntegrityHistory proofs={list} />
    </>
  )
}

const verdicts = {
  green: { icon: CircleCheck, look: 'text-good', words: 'All checks passed' },
  red: { icon: CircleX, look: 'text-bad', words: 'Some checks failed' },
  failed: { icon: TriangleAlert, look: 'text-warn', words: 'The last check could not be finished' },
  running: { icon: LoaderCircle, look: 'text-info', words: 'Running' },
} as const

function Verdict({ proof }: { proof: IntegrityRun }) {
  const { icon: Icon, look, words } = verdicts[proof.state]
  const broken = proof.checks.filter((check) => check.broken > 0).length
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className={`mt-0.5 size-6 shrink-0 ${look}`} />
      <div className="flex flex-col gap-0.5">
        <p className="font-semibold text-base">{words}</p>
        <p className="text-secondary">
          {proof.failure ??
            (broken === 0
              ? `${proof.checks.length} of ${proof.checks.length} checks.`
              : `${broken} of ${proof.checks.length} checks ${broken === 1 ? 'does' : 'do'} not hold.`)}{' '}
          <span className="text-muted">
            <RelativeTime at={proof.startedAt} />, {proof.startedBy ? `by ${proof.startedBy}` : 'nightly'}
          </span>
        </p>
      </div>
    </div>
  )
}
