import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import { Id } from '#shared/fields.ts'
import { readSmsEvent } from '#server/delivery/sms-events.ts'
import { smsEventsPath, type SmsSettings } from '#server/delivery/sms-sender.ts'
import type { Limits } from '#server/http/limits.ts'
import { unsubscribeLimit } from '#server/http/unsubscribing.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { readReply, recordDelivery } from './delivery-answers.ts'
import { unsubscribe } from './opt-outs.ts'

type Deps = CommandDeps & {
  publicUrl: string
  sms: SmsSettings
  limits: Limits
  /** Stops the emails of a scheduled report. */
  unsubscribeFromReport: (work: Work, key: string, unsubscribed: boolean) => Promise<unknown>
  /** Stops a user's digests of notifications. */
  unsubscribeFromDigest: (work: Work, key: string, unsubscribed: boolean) => Promise<unknown>
}

const maxBytes = 16 * 1024

/**
 * Endpoints for external programs without our contracts: mail programs, which opt out with one click (RFC 8058), and the SMS
 * gateway, which signs its requests. Outside /api, as neither sends our client's headers.
 */
export function serveGateways(http: FastifyInstance, deps: Deps): void {
  const act = (route: string, work: (work: Work) => Promise<unknown>) =>
    command(deps, { caller: systemCaller, route, status: 204 }, work, () => '')
  void http.register(async (part) => {
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    const oneClick = (path: string, end: (work: Work, key: string) => Promise<unknown>) =>
      part.post<{ Params: { key: string } }>(path, async (request, reply) => {
        const key = Id.safeParse(request.params.key)
        if (!key.success || !/One-Click/i.test(String(request.body ?? ''))) throw new Refusal('MALFORMED')
        await deps.limits.attempt(unsubscribeLimit(request.ip), () =>
          act(`POST ${path}`, (work) => end(work, key.data)),
        )
        return reply.status(200).send()
      })
    oneClick('/unsubscribe/:key', (work, key) => unsubscribe(work, key, true, 'Mail program'))
    oneClick('/unsubscribe/reports/:key', (work, key) => deps.unsubscribeFromReport(work, key, true))
    oneClick('/unsubscribe/notifications/:key', (work, key) => deps.unsubscribeFromDigest(work, key, true))
    part.post(smsEventsPath, async (request, reply) => {
      const { headers, body } = request
      const url = deps.publicUrl + smsEventsPath
      const event = readSmsEvent(deps.sms, { headers, body: String(body ?? ''), url, now: deps.clock() })
      if (event === 'unsigned') throw new Refusal('NOT_SIGNED_IN', 'The signature is missing or wrong.')
      if (event === 'malformed') throw new Refusal('MALFORMED')
      if (event) {
        await act(`POST ${smsEventsPath}`, (work) =>
          event.type === 'status'
            ? recordDelivery(work, event.id, event.isDelivered, event.reason)
            : readReply(work, event.from, event.text),
        )
      }
      return reply.status(204).send()
    })
  })
}
