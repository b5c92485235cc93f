import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { type Limit, type Limits, networkOf } from '#server/http/limits.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { instructDriver, issueTrackingLink, showTracking } from './tracking.ts'

/** Who has a link looks every few seconds at most; who guesses 256 bits gets none further. */
const trackingLimits = (ip: string): Limit[] => [{ key: `tracking:ip:${networkOf(ip)}`, most: 300, perSeconds: 600 }]

export function serveTracking({ read, write }: Serve, deps: ServeDeps & { limits: Limits }): void {
  const { clock, limits, publicUrl } = deps
  write(trackingApi.createTrackingLink, async (work, { params }) => ({
    // The secret stands in the fragment, so it reaches no log.
    url: `${publicUrl.replace(/\/$/, '')}/track#${await issueTrackingLink(work, params.id)}`,
  }))
  read(trackingApi.track, ({ db, body, request }) =>
    limits.attempt(trackingLimits(request.ip), async () => ({ data: await showTracking(db, body.token, clock()) })),
  )
  read(trackingApi.instruct, async ({ body, request }) => {
    const { method, path } = trackingApi.instruct
    let shown: Awaited<ReturnType<typeof instructDriver>> | undefined
    await limits.attempt(trackingLimits(request.ip), () =>
      command(
        deps,
        { caller: systemCaller, route: `${method} ${path}`, status: 200 },
        async (work) => {
          shown = await instructDriver(work, body.token, body.instruction)
        },
        () => '',
      ),
    )
    return { data: shown as NonNullable<typeof shown> }
  })
}
