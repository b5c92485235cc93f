import { Refusal } from '#shared/http/refusal.ts'
import { type Tracking, trackingApi } from '#shared/logistics/tracking/api.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { type Limit, type Limits, networkOf } from '#server/http/limits.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { findProofFile } from '#server/logistics/shipments/proof-files.ts'
import { hashOf } from './delivery-notices.ts'
import { findSignature, instructDriver, issueTrackingLink, reschedule, showTracking } from './tracking.ts'

/** A page with a link polls every few seconds at most; guessing 256 bits is hopeless anyway. */
const trackingLimits = (ip: string): Limit[] => [{ key: `tracking:ip:${networkOf(ip)}`, most: 300, perSeconds: 600 }]

/** Each change by the holder of a link is stored and announced to driver and office. */
const changeLimits = (token: string): Limit[] => [
  { key: `tracking:change:${hashOf(token).toString('hex')}`, most: 20, perSeconds: 600 },
]

export function serveTracking({ read, write }: Serve, deps: ServeDeps & { limits: Limits; files: StoredFiles }): void {
  const { clock, files, limits, publicUrl } = deps
  write(trackingApi.createTrackingLink, async (work, { params }) => ({
    // The secret is in the URL's fragment, so it never gets into a log.
    url: `${publicUrl.replace(/\/$/, '')}/track#${await issueTrackingLink(work, params.id)}`,
  }))
  read(trackingApi.track, ({ db, body, request }) =>
    limits.attempt(trackingLimits(request.ip), async () => ({ data: await showTracking(db, body.token, clock()) })),
  )

  /** Runs a customer's change by link in a transaction without a user. */
  async function byLink(
    { method, path }: { method: string; path: string },
    ip: string,
    token: string,
    act: (work: Work) => Promise<Tracking>,
  ): Promise<{ data: Tracking }> {
    let shown: Tracking | undefined
    await limits.spend(changeLimits(token))
    await limits.attempt(trackingLimits(ip), () =>
      command(
        deps,
        { caller: systemCaller, route: `${method} ${path}`, status: 200 },
        async (work) => {
          shown = await act(work)
        },
        () => '',
      ),
    )
    return { data: shown as Tracking }
  }
  read(trackingApi.instruct, ({ body, request }) =>
    byLink(trackingApi.instruct, request.ip, body.token, (work) => instructDriver(work, body.token, body.instruction)),
  )
  read(trackingApi.chooseDay, ({ body, request }) =>
    byLink(trackingApi.chooseDay, request.ip, body.token, (work) => reschedule(work, body.token, body.date)),
  )
  read(trackingApi.trackedSignature, ({ db, body, request, reply }) =>
    limits.attempt(trackingLimits(request.ip), async () => {
      const content = await files.read(await findProofFile(db, await findSignature(db, body.token, clock())), 'proof')
      if (!content) throw new Refusal('NOT_FOUND')
      reply.header('content-security-policy', "default-src 'none'; sandbox").type('image/webp')
      return content as never
    }),
  )
}
