import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import { addLots, advance, confirmed } from '#test/lots.ts'
import { mailServer } from '#test/smtp.ts'
import { startServer } from '#test/server.ts'

/** A recall of goods that one customer has, in a company with or without a mail server. */
async function recalled(smtpUrl?: string) {
  const server = await startServer(smtpUrl ? { mail: { smtpUrl } } : {})
  const admin = await server.as('admin')
  const { product, lot } = await addLots(admin, await addPlace(admin), [['RM1', 100, 40]])
  const ward = await addAccount(admin, { email: 'ward@example.com' })
  await advance(admin, (await confirmed(admin, ward.id, [[product.id, 20]])).id, 'DELIVERED')
  const body = { reason: 'Particles found', instruction: 'Do not use it.', lotIds: [lot('RM1')] }
  const { id } = (await admin.do(recallsApi.startRecall, { body })).recall
  return {
    server,
    mailAll: async () => (await admin.do(recallsApi.mailAll, { params: { id }, body: {} })).mails,
    notify: (how: 'mail' | 'phone') =>
      admin.do(recallsApi.tell, { params: { id, accountId: ward.id }, body: { how, note: null } }),
    /** The mail's state, how many customers the list counts as notified, the open points, and the result of closing. */
    async noticeState() {
      const { customers, openPoints } = await admin.do(recallsApi.getRecall, { params: { id } })
      const [row] = (await admin.do(recallsApi.listRecalls, {})).data
      const { status } = await admin.call(recallsApi.close, { params: { id }, body: { summary: 'Done' } })
      return [customers[0]?.told?.mailState ?? null, row?.told, openPoints, status]
    },
  }
}
const due = ['Notify 1 customer.']

test('[LOT-06] a customer counts as notified when the mail was sent, not when it was queued', async () => {
  const smtp = await mailServer()
  const { server, mailAll, noticeState } = await recalled(smtp.url)
  expect(await mailAll()).toBe(1)
  expect(await noticeState()).toEqual(['queued', 0, due, 409])
  expect(await mailAll()).toBe(0)
  await server.app.runJobs()
  expect(smtp.received.filter(({ raw }) => raw.includes('RC-')).map(({ to }) => to)).toEqual([['ward@example.com']])
  expect(await noticeState()).toEqual(['sent', 1, [], 200])
})

test('[LOT-06] a customer whose mail failed is not notified: they can be mailed again or phoned', async () => {
  const { server, mailAll, notify, noticeState } = await recalled('smtp://127.0.0.1:1')
  const failing = async () => {
    await sql`update pgboss.job set retry_count = 11 where name = 'send-mail'`.execute(server.database.db)
    await server.app.runJobs()
  }
  expect(await mailAll()).toBe(1)
  await failing()
  expect(await noticeState()).toEqual(['failed', 0, due, 409])
  expect(await mailAll()).toBe(1)
  await notify('phone')
  // The customer stays notified, whatever happens to a further mail.
  await notify('mail')
  await failing()
  expect(await noticeState()).toEqual([null, 1, [], 200])
})

test('[LOT-06] without a mail server no mail is sent, and no customer counts as notified', async () => {
  const { server, mailAll, notify, noticeState } = await recalled()
  expect(await mailAll()).toBe(1)
  await server.app.runJobs()
  expect(await noticeState()).toEqual(['kept', 0, due, 409])
  // The email log already contains it, so it is not written again.
  expect(await mailAll()).toBe(0)
  await notify('phone')
  expect(await noticeState()).toEqual([null, 1, [], 200])
})
