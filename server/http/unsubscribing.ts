import type { Route } from '#shared/http/route.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { type Limits, networkOf } from './limits.ts'

/** How often one network may open links to unsubscribe or answer for a mail program: more than a mail server with many readers does. */
export const unsubscribeLimit = (ip: string) => [{ key: `unsubscribe:ip:${networkOf(ip)}`, most: 300, perSeconds: 600 }]

/** Does what the link of a mail asks for: who has it need not be signed in. Returns what `act` does. */
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
