import { type MailSender, wasRefused } from '#server/delivery/mail-sender.ts'
import { SmsFailed, type SmsSender } from '#server/delivery/sms-sender.ts'
import { type SendMessage, UncertainOutcome } from '#server/retention/send-messages.ts'

/** Sends retention messages by the product's mail server and SMS gateway. */
export const sendRetention = (mail: MailSender, sms: SmsSender): SendMessage => ({
  async Email({ id, to, subject, body, company, unsubscribePath }) {
    try {
      await mail.send({
        id,
        to,
        subject: subject ?? '',
        content: { lines: body.split(/\n{2,}/), link: null, ...(unsubscribePath !== null && { unsubscribePath }) },
        company,
        attachments: [],
        ...(unsubscribePath !== null && { unsubscribePath }),
      })
    } catch (error) {
      if (wasRefused(error)) throw error
      throw new UncertainOutcome(`${(error as Error).message} It may have arrived.`)
    }
    return { providerId: null }
  },
  async SMS({ id, to, body }) {
    try {
      return await sms.send({ id, to, text: body })
    } catch (error) {
      const { message } = error as Error
      if (error instanceof SmsFailed && error.isUncertain) throw new UncertainOutcome(`${message} It may have arrived.`)
      throw error
    }
  },
})
