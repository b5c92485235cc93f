import type { Route } from '#shared/http/route.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { type Limits, networkOf } from './limits.ts'

/** Rate limit per network for unsubscribe links and one-click requests of mail programs: enough for a mail server with many readers. */
export const unsubscribeLimit = (ip: string) => [{ key: `unsubscribe:ip:${networkOf(ip)}`, most: 300, perSeconds: 600 }]

/** Runs `act` as a command for a link in a mail, which works without signing in. Returns its result. */
export async function unsubscribeByLink<T>(
  deps: CommandDeps & { limits: Limits },
  { method, path }: Route,
  ip: string,
  act: (work: Work) => Promise<T>,
): Promise<T> {
  let reply: T | undefined
  await deps.limits.attempt(unsubscribeLimit(ip), () =>
    command(
      deps,
      { caller: systemCaller, route: `${method} ${path}`, status: 200 },
      async (work) => {
        reply = await act(work)
      },
      () => '',
    ),
  )
  return reply as T
}
