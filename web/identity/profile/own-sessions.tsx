import { toast } from 'sonner'
import { sessionsApi } from '#shared/identity/profile/sessions-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { SessionRows } from '#web/identity/public/session-rows.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The user's own sessions. */
export function OwnSessions() {
  const sessions = useApiQuery(sessionsApi.listOwn, {}, { untold: true })
  const end = useApiMutation(sessionsApi.endOwn, {
    onSuccess: () => void toast.success('Session ended'),
  })
  const endOthers = useApiMutation(sessionsApi.endOthers, {
    onSuccess: () => void toast.success('Every other session ended'),
  })
  const others = sessions.data?.data.filter(({ current }) => !current).length ?? 0
  return (
    <Card
      title="Sessions"
      help="Where you are signed in. End sessions you don’t recognize, then change your password."
      action={
        others > 0 && (
          <Button size="sm" busy={endOthers.isPending} onClick={() => endOthers.submit({})}>
            End all others
          </Button>
        )
      }
    >
      <SessionRows query={sessions} busy={end.isPending} onEnd={({ id }) => end.submit({ params: { id } })} />
    </Card>
  )
}
