import { chainApi } from '#shared/sales/orders/chain-api.ts'
import { businessDate } from '#shared/dates.ts'
import { estimateLinksApi } from '#shared/sales/estimates/estimate-links-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { command } from '#server/kernel/command.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { convertEstimate } from '#server/flows/orders/convert-estimate.ts'
import { estimateFiles } from '#server/flows/orders/document-archives.ts'
import { openEstimate } from '#server/flows/orders/open-estimate.ts'
import { drawEstimate, sendEstimate } from '#server/flows/orders/send-estimate.ts'
import { type Limit, type Limits, networkOf } from '#server/http/limits.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { sendZip } from '#server/http/zip-download.ts'
import { readChain } from '#server/sales/orders/chain.ts'
import { cancelEstimate, deleteEstimate, recordAnswer, revokeLink } from './estimate-actions.ts'
import { createEstimate, updateEstimate } from './estimate-draft.ts'
import { duplicateEstimate, reviseEstimate } from './revise-estimate.ts'
import { answerByLink } from './estimate-links.ts'
import { countEstimates, getEstimate, listEstimates, unsentLinkOf } from './estimate-view.ts'

/** Limits wrong links: customers with a link need few attempts, and nobody guesses 256 bits. */
const linkLimits = (ip: string): Limit[] => [
  { key: `estimate:ip:${networkOf(ip)}`, most: 60, perSeconds: 600, inMemory: true },
]
/** Limits valid links too: each request reads a whole estimate, and an answer is a transaction. */
const useLimits = (ip: string): Limit[] => [
  { key: `estimate-use:ip:${networkOf(ip)}`, most: 300, perSeconds: 600, inMemory: true },
]

export function serveEstimates({ read, write }: Serve, deps: ServeDeps & { limits: Limits }): void {
  const shown = (work: Work, id: string) => getEstimate(work.tx, id)
  read(estimatesApi.listEstimates, ({ db, query }) => listEstimates(db, query))
  read(estimatesApi.countEstimates, async ({ db }) => ({ data: await countEstimates(db) }))
  read(estimatesApi.getEstimate, ({ db, params }) => getEstimate(db, params.id))
  read(estimatesApi.printEstimate, async ({ db, params, reply }): Promise<never> => {
    const { name, content } = await drawEstimate(db, params.id)
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
    return content as never
  })
  read(estimatesApi.printEstimates, async ({ db, body, reply }) =>
    sendZip(reply, 'estimates', await estimateFiles(db, body.ids)),
  )
  read(estimatesApi.getUnsentLink, async ({ db, params }) => {
    const path = await unsentLinkOf(db, params.id)
    return { url: path && deps.publicUrl + path }
  })
  read(chainApi.getChain, ({ db, params, caller }) => readChain(db, caller, params.kind, params.id))
  write(estimatesApi.createEstimate, async (work, { body }) => shown(work, await createEstimate(work, body)))
  write(estimatesApi.updateEstimate, async (work, { params, version, body }) => {
    await updateEstimate(work, params.id, version, body)
    return shown(work, params.id)
  })
  write(estimatesApi.deleteEstimate, (work, { params }) => deleteEstimate(work, params.id))
  write(estimatesApi.duplicateEstimate, async (work, { params }) =>
    shown(work, await duplicateEstimate(work, params.id)),
  )
  write(estimatesApi.reviseEstimate, async (work, { params, body }) =>
    shown(work, await reviseEstimate(work, params.id, body.validUntil)),
  )
  /** A handler that runs an action on one estimate and returns the estimate afterwards. */
  const acting =
    <B>(act: (work: Work, id: string, body: B) => Promise<void>) =>
    async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
      await act(work, params.id, body)
      return shown(work, params.id)
    }
  write(estimatesApi.sendEstimate, acting(sendEstimate))
  write(estimatesApi.revokeLink, acting(revokeLink))
  write(estimatesApi.acceptEstimate, acting(recordAnswer('accepted')))
  write(estimatesApi.declineEstimate, acting(recordAnswer('declined')))
  write(
    estimatesApi.cancelEstimate,
    acting((work, id, body) => cancelEstimate(work, id, body.reason)),
  )
  write(estimatesApi.convertEstimate, acting(convertEstimate))

  const today = () => businessDate(deps.clock(), deps.timeZone())
  const attempt = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
    deps.limits.attempt(linkLimits(ip), async () => {
      await deps.limits.spend(useLimits(ip))
      return work()
    })
  read(estimateLinksApi.openLink, async ({ db, body, request }) =>
    attempt(request.ip, () => openEstimate(db, body.token, today())),
  )
  /** Nobody is signed in: the link authorizes the request, and the system is the caller. */
  const answer = (kind: 'accepted' | 'declined', given: Parameters<typeof answerByLink>[2], ip: string) => {
    const route = kind === 'accepted' ? estimateLinksApi.acceptByLink : estimateLinksApi.declineByLink
    return attempt(ip, async () => {
      await command(
        deps,
        { caller: systemCaller, route: `${route.method} ${route.path}`, status: 200 },
        (work) => answerByLink(work, kind, given, ip),
        () => '',
      )
      return openEstimate(deps.database.db, given.token, today())
    })
  }
  read(estimateLinksApi.acceptByLink, ({ body, request }) => answer('accepted', body, request.ip))
  read(estimateLinksApi.declineByLink, ({ body, request }) => answer('declined', body, request.ip))
}
