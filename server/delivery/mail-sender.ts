import type { MailServer, MailServers } from '#server/kernel/mail-servers.ts'
import { mailHtml, mailText, type MailContent } from './mail-text.ts'

export interface MailToSend {
  id: string
  to: string
  subject: string
  content: MailContent
  company: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
  /** A page and endpoint below PUBLIC_URL to unsubscribe with one click. */
  unsubscribePath?: string
}

export interface MailSender {
  isSetUp: MailServers['isSetUp']
  /** Sends a mail by the mail server. Throws its message if it refuses the mail. */
  send(mail: MailToSend): Promise<void>
}

/** No mail server is set up: nothing was sent. */
class NoMailServer extends Error {}

const neverReached = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN|Greeting never|certificate|altnames/

/** True if the mail server certainly did not accept the mail: it refused it, or could not be reached. */
export function wasRefused(error: unknown): boolean {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message: string }
  const isBefore = error instanceof NoMailServer || code === 'ETLS' || code === 'EAUTH'
  return isBefore || responseCode !== undefined || neverReached.test(message)
}

const limits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
}

async function transportTo({ way, login }: MailServer) {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  if (typeof way === 'string') return createTransport({ url: way, ...limits })
  const { host, port, encryption } = way
  return createTransport({
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login && { auth: login }),
    ...limits,
  })
}

/** Removes the password, in case the server echoes it: it must not get into logs and pages. */
function withoutPassword(error: unknown, login: MailServer['login']): unknown {
  if (!login || !(error instanceof Error)) return error
  const { user, pass } = login
  const texts = [pass, ...[pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))]
  for (const text of texts) {
    error.message = error.message.replaceAll(text, '…')
    if ('response' in error) error.response = String(error.response).replaceAll(text, '…')
  }
  return error
}

/** Sends mails by SMTP, as plain text and HTML. */
export function mailSender(servers: MailServers, publicUrl: string): MailSender {
  return {
    isSetUp: (db) => servers.isSetUp(db),
    async send({ id, to, subject, content, company, attachments, unsubscribePath }) {
      const server = await servers.find().catch((error: Error) => {
        throw new NoMailServer(error.message, { cause: error })
      })
      if (!server) throw new NoMailServer('No mail server is set up.')
      const { name, address } = server.from
      const transport = await transportTo(server)
      try {
        await transport.sendMail({
          from: { name: name ?? company, address },
          ...(server.replyTo && { replyTo: server.replyTo }),
          to: { name: '', address: to },
          subject,
          text: mailText(content, publicUrl, company),
          html: mailHtml(content, publicUrl, company),
          messageId: `<${id}@${address.split('@')[1] ?? 'wardstock'}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribePath && {
              'List-Unsubscribe': `<${publicUrl}${unsubscribePath}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          attachments,
        })
      } catch (error) {
        throw withoutPassword(error, server.login)
      } finally {
        transport.close()
      }
    },
  }
}
