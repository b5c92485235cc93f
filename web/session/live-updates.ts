import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Role } from '#shared/access/roles.ts'
import type { Refetched } from '#web/api/refresh.ts'
import { logOutIsDone } from './log-out.ts'
import { fetchProfile } from './restore.ts'
import { getSession, useSession } from './session.ts'

/**
 * The realtime connection of the app: there while somebody is signed in. `table` says what each event makes old; it
 * may take its time, the connection is made after it.
 */
export function useLiveUpdates(table: (client: QueryClient) => Promise<Refetched>) {
  const client = useQueryClient()
  const { user } = useSession()
  const [id, role] = [user?.id, user?.role]
  useEffect(() => {
    if (id === undefined || role === undefined) return
    let isOver = false
    let stop = () => {
      isOver = true
    }
    const start = async () => {
      const refetched = await table(client)
      const { followChanges } = await import('#web/api/realtime.ts')
      if (!isOver) stop = followChanges(client, refetched, () => isStillThere(role))
    }
    // After the first paint: nothing that is shown waits for it. Without it the page works on and asks again on focus.
    start().catch(() => {})
    return () => stop()
  }, [client, id, role, table])
}

/** Asks the server, but not about somebody who is leaving. */
async function isStillThere(role: Role) {
  await logOutIsDone()
  if (getSession().state === 'present') await fetchProfile({ role })
}
