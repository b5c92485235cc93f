import { v7 as newId } from 'uuid'
import { businessDate, addDays } from '#shared/dates.ts'
import { invalid } from '#shared/http/refusal.ts'
import { Email } from '#shared/fields.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { createCallTask } from '#server/flows/customers/create-call-task.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Limits } from '#server/http/limits.ts'
import { unsubscribeByLink } from '#server/http/unsubscribing.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { getSummary, listCandidates } from './candidates.ts'
import { getCompany } from './company.ts'
import { getResults, listMessages, listResults } from './message-log.ts'
import { listOptOuts, setOptOut, unsubscribe } from './opt-outs.ts'
import { resendFailed, resendMessage, runNow, stopMessages } from './queue-messages.ts'
import type { SendMessage } from './send-messages.ts'
import { getRetentionSettings, putRetentionSettings } from './settings.ts'
import { getTemplate, listTemplates, requireSubject, updateTemplate } from './templates.ts'
import { exampleCustomer, renderMessage, templateValues } from './template-values.ts'

type Deps = ServeDeps & { limits: Limits; send: SendMessage; isEmailSetUp: MailSender['isSetUp']; isSmsSetUp: boolean }

/** Messages to customers who have not ordered for some time. */
export function serveRetention({ read, write }: Serve, deps: Deps): void {
  const { clock, timeZone, limits, isEmailSetUp, isSmsSetUp } = deps
  const momentOf = async (db: Db | Tx) => ({
    now: clock(),
    timeZone: timeZone(),
    settings: (await getRetentionSettings(db)).data,
  })
  read(retentionSettingsApi.getRetentionSettings, ({ db }) => getRetentionSettings(db))
  write(retentionSettingsApi.putRetentionSettings, (work, { body, version }) =>
    putRetentionSettings(work, body, version),
  )

  read(candidatesApi.listCandidates, async ({ db, query }) =>
    listCandidates(db, await momentOf(db), await getCompany(db), query),
  )
  read(candidatesApi.getSummary, async ({ db }) =>
    getSummary(db, await momentOf(db), { isEmailSetUp: await isEmailSetUp(db), isSmsSetUp }),
  )
  write(candidatesApi.run, async (work, { body }) => runNow(work, await momentOf(work.tx), body.accountIds))
  write(candidatesApi.stop, (work) => stopMessages(work))
  write(candidatesApi.createCallTask, async (work, { body }) => createCallTask(work, await momentOf(work.tx), body))

  read(messagesApi.listMessages, ({ db, query }) => listMessages(db, timeZone(), query))
  write(messagesApi.resendMessage, (work, { params }) => resendMessage(work, params.id))
  write(messagesApi.resendFailed, (work) => resendFailed(work))
  read(messagesApi.getResults, ({ db }) => getResults(db, clock()))
  read(messagesApi.listResults, ({ db, query }) => listResults(db, clock(), query))

  read(templatesApi.listTemplates, async ({ db }) => ({ data: await listTemplates(db) }))
  write(templatesApi.updateTemplate, (work, { params, version, body }) =>
    updateTemplate(work, params.id, version, body),
  )
  // Outside of a transaction, as the mail server and the gateway may be slow.
  read(templatesApi.sendTest, async ({ db, params, body, caller }) => {
    const { channel } = await getTemplate(db, params.id)
    requireSubject(channel, body.subject)
    const to = body.to.trim()
    if (channel === 'Email' ? !Email.safeParse(to).success : !/^\+?[\d\s()/.-]{5,40}$/.test(to))
      throw invalid('to', channel === 'Email' ? 'is not an email address' : 'is not a phone number')
    await limits.spend([{ key: `retention-test:${caller.userId}`, most: 20, perSeconds: 600 }])
    const company = await getCompany(db)
    const today = businessDate(clock(), timeZone())
    const lastOrderDate = addDays(today, -(await getRetentionSettings(db)).data.inactivityDays - 1)
    const text = renderMessage(channel, body, templateValues({ ...exampleCustomer, lastOrderDate }, company, today))
    try {
      await deps.send[channel]({ id: newId(), to, ...text, company: company.name, unsubscribePath: null })
      return { status: 'Sent' as const, problem: null }
    } catch (error) {
      return { status: 'Failed' as const, problem: (error as Error).message }
    }
  })

  read(optOutsApi.listOptOuts, ({ db, query }) => listOptOuts(db, query))
  write(optOutsApi.setOptOut, (work, { body }) => setOptOut(work, body.accountId, body.optedOut))
  read(optOutsApi.unsubscribe, ({ body, request }) =>
    unsubscribeByLink(deps, optOutsApi.unsubscribe, request.ip, (work) => unsubscribe(work, body.key, body.optedOut)),
  )
}
