import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** On a customer's page: whose customer it is, and the calls that are to be made or were made. */
export function AccountCalls({ accountId }: { accountId: string }) {
  const mayEdit = useCan('crm.edit')
  const query = useApiQuery(callsApi.listCalls, { params: { id: accountId } })
  const own = useApiMutation(callsApi.setOwner, { successMessage: () => 'Account owner saved' })
  const finish = useApiMutation(callsApi.finishCall, { successMessage: () => 'Call done' })
  const reopen = useApiMutation(callsApi.reopenCall, { successMessage: () => 'Call reopened' })
  const { data, error } = query
  return (
    <Card title="Calls">
      {error && !data && <ErrorState message={error.message} onRetry={() => void query.refetch()} />}
      {!data && !error && <SkeletonText />}
      {data && (
        <div className="flex flex-col gap-4">
          <SelectField
            label="Account owner"
            disabled={!mayEdit || own.isPending}
            value={data.owner?.id ?? ''}
            onChange={(event) =>
              own.submit({ params: { id: accountId }, body: { ownerId: event.target.value || null } })
            }
          >
            <option value="">No owner</option>
            {/* One who has left is still shown. */}
            {data.owner && !data.people.some(({ id }) => id === data.owner?.id) && (
              <option value={data.owner.id}>{data.owner.name}</option>
            )}
            {data.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
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
