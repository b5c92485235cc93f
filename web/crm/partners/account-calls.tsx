import type { Account } from '#shared/crm/partners/api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { OwnerField } from './owner-field.tsx'

/** The account owner of a customer, and open and completed call tasks. */
export function AccountCalls({ account: { id: accountId, owner } }: { account: Account }) {
  const mayEdit = useCan('crm.edit')
  const query = useApiQuery(callsApi.listCalls, { params: { id: accountId } })
  const finish = useApiMutation(callsApi.finishCall, { successMessage: () => 'Call done' })
  const reopen = useApiMutation(callsApi.reopenCall, { successMessage: () => 'Call reopened' })
  const { data, error } = query
  return (
    <Card title="Calls">
      <div className="mb-4">
        <OwnerField label="Account owner" route={callsApi.setOwner} id={accountId} owner={owner} />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <SkeletonText />}
      {data && (
        <div className="flex flex-col gap-4">
          {data.data.length === 0 && <p className="text-muted">No calls to make.</p>}
          <ul className="flex flex-col divide-y divide-line">
            {data.data.map((task) => (
              <li key={task.id} className="flex items-start gap-3 py-3 first:pt-0">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere">{task.note ?? 'Call'}</p>
                  <p className="text-muted text-xs">
                    {task.doneAt ? (
                      <>
                        Done by {task.doneBy} <RelativeTime at={task.doneAt} />
                      </>
                    ) : (
                      `Call by ${formatDay(task.dueDate)}`
                    )}
                  </p>
                </div>
                {mayEdit && (
                  <Button
                    size="sm"
                    variant={task.doneAt ? 'ghost' : 'secondary'}
                    busy={finish.isPending || reopen.isPending}
                    onClick={() => (task.doneAt ? reopen : finish).submit({ params: { id: task.id } })}
                  >
                    {task.doneAt ? 'Reopen' : 'Done'}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
