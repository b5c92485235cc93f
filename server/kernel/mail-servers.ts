import type { Db, Tx } from '#server/db/database.ts'

/** How mails leave, as it is set up at this moment. */
export interface MailServer {
  /** smtp:// or smtps://, or its parts. */
  way: string | { host: string; port: number; encryption: 'starttls' | 'tls' | 'none' }
  login: { user: string; pass: string } | null
  /** Without a name, the company's. */
  from: { name: string | null; address: string }
  /** Where answers go: the company's email; null where it has none. */
  replyTo: string | null
}

/** Where the mail server is found: asked anew for each mail, so that a change holds at once and in every process. */
export interface MailServers {
  /** Without one, mails are kept for an administrator to hand over. */
  isSetUp(db: Db | Tx): Promise<boolean>
  /** Null where none is set up. Throws where there is one that can't be used, with the reason. */
  find(): Promise<MailServer | null>
}
