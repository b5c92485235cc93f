import { createTransport } from 'nodemailer'
import { mailHtml, mailText, type MailContent } from './mail-text.ts'

interface MailSettings {
  /** smtp:// or smtps://; without it mails are kept for an administrator to hand over. */
  smtpUrl?: string | undefined
  /** The sender's address. */
  from: string
  publicUrl: string
}

export interface MailToSend {
  id: string
  to: string
  subject: string
  content: MailContent
  company: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
  /** A page and a call below PUBLIC_URL by which one click ends such mails. */
  unsubscribePath?: string
}

export interface MailSender {
  isSetUp: boolean
  /** Hands a mail to the mail server. Throws with its words where it doesn't take it. */
  send(mail: MailToSend): Promise<void>
  close(): void
}

/** Whether the mail server certainly didn't take the mail: it said so, or nobody got through to it. */
export function wasRefused(error: unknown): boolean {
  const { responseCode, message } = error as { responseCode?: number; message: string }
  return responseCode !== undefined || /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN|Greeting never/.test(message)
}

/** Sends mails by SMTP, in plain text and HTML. */
export function mailSender({ smtpUrl, from, publicUrl }: MailSettings): MailSender {
  if (!smtpUrl) {
    const send = async () => {
      throw new Error('No mail server is set up.')
    }
    return { isSetUp: false, send, close: () => {} }
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isSetUp: true,
    async send({ id, to, subject, content, company, attachments, unsubscribePath }) {
      await transport.sendMail({
        from: { name: company, address: from },
        to: { name: '', address: to },
        subject,
        text: mailText(content, publicUrl, company),
        html: mailHtml(content, publicUrl, company),
        messageId: `<${id}@${from.split('@')[1] ?? 'wardstock'}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribePath && {
            'List-Unsubscribe': `<${publicUrl}${unsubscribePath}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments,
      })
    },
    close: () => transport.close(),
  }
}
