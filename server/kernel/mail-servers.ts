import type { Db, Tx } from '#server/db/database.ts'

/** The current settings for outgoing mail. */
export interface MailServer {
  /** smtp:// or smtps://, or its parts. */
  way: string | { host: string; port: number; encryption: 'starttls' | 'tls' | 'none' }
  login: { user: string; pass: string } | null
  /** The sender; if `name` is null, the company's name is used. */
  from: { name: string | null; address: string }
  /** Reply-To: the company's email; null if it has none. */
  replyTo: string | null
}

/** Looks up the mail server for each mail, so that changed settings apply at once and in every process. */
export interface MailServers {
  /** If there is none, mails are kept so that an administrator can pass them on. */
  isSetUp(db: Db | Tx): Promise<boolean>
  /** Null if none is set up. Throws, with the reason, if there is one that can't be used. */
  find(): Promise<MailServer | null>
}
