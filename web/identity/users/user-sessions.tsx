import { toast } from 'sonner'
import { sessionsApi } from '#shared/identity/profile/sessions-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { SessionRows } from '#web/identity/public/session-rows.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The sessions of another user, for administrators. */
export function UserSessions({ userId }: { userId: string }) {
  const sessions = useApiQuery(sessionsApi.listOfUser, { params: { id: userId } }, { untold: true })
  const end = useApiMutation(sessionsApi.endOfUser, {
    onSuccess: () => void toast.success('Session ended'),
  })
  const endAll = useApiMutation(sessionsApi.endAllOfUser, {
    onSuccess: () => void toast.success('Every session ended'),
  })
  const count = sessions.data?.data.length ?? 0
  return (
    <Card
      title="Sessions"
      action={
        count > 0 && (
          <Button size="sm" busy={endAll.isPending} onClick={() => endAll.submit({ params: { id: userId } })}>
            End all
          </Button>
        )
      }
    >
      <SessionRows
        query={sessions}
        busy={end.isPending}
        onEnd={({ id }) => end.submit({ params: { id: userId, sessionId: id } })}
      />
    </Card>
  )
}
