import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { mailPorts, type MailSettings } from '#shared/settings/mail-settings-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { MailServer, MailServers } from '#server/kernel/mail-servers.ts'
import type { Seal } from '#server/kernel/seal.ts'

/** The mail configuration of the environment. */
export interface MailEnvironment {
  smtpUrl?: string | undefined
  from?: string | undefined
  /** Allowed ports, instead of the usual ones. */
  ports?: readonly number[] | undefined
}

export interface MailSetup extends MailServers {
  seal: Seal
  ports: readonly number[]
  read(db: Db | Tx): Promise<MailSettings>
  /** Throws NOT_EDITABLE if the environment sets the mail server. */
  requireEditable(): void
}

interface Row {
  host: string | null
  port: number
  encryption: 'starttls' | 'tls' | 'none'
  username: string | null
  password: string | null
  senderName: string | null
  senderAddress: string
  isOn: boolean
  testedServer: string | null
  testedAt: string | null
  testProblem: string | null
  version: number
}

/** The owner in the encrypted password: it can't be decrypted for another. */
export const passwordOwner = 'mail settings'

/** The name of a server in the results of tests. */
export const serverName = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`

/** The mail server of the environment, else that of the settings, read each time. */
export function mailSetup(db: Db, seal: Seal, environment: MailEnvironment, publicUrl: string): MailSetup {
  const { smtpUrl, ports = mailPorts } = environment
  const sender = environment.from ?? `no-reply@${new URL(publicUrl).hostname}`
  const fixed = smtpUrl ? serverOf(smtpUrl, sender) : null
  return {
    seal,
    ports,
    async isSetUp(on) {
      return fixed !== null || usable(await readRow(on)) !== null
    },
    async find() {
      const replyTo = await readContactEmail(db)
      if (smtpUrl) return { way: smtpUrl, login: null, from: { name: null, address: sender }, replyTo }
      const row = usable(await readRow(db))
      return row && { ...withPassword(row, seal), replyTo }
    },
    async read(on) {
      const row = await readRow(on)
      const { host, port, encryption, username, senderName, senderAddress, testedAt, version } = row
      const saved = host === null ? null : { host, port, encryption, username, senderName, senderAddress }
      const server = fixed ?? saved
      return {
        source: fixed ? 'environment' : saved ? 'settings' : 'none',
        server,
        password: fixed ? fixed.password : stateOf(row.password, seal),
        isOn: fixed !== null || row.isOn,
        ports: [...ports],
        lastTest:
          server && testedAt && row.testedServer === serverName(server)
            ? { at: testedAt, problem: row.testProblem }
            : null,
        version,
      }
    },
    requireEditable() {
      if (fixed) throw new Refusal('NOT_EDITABLE', 'The mail server is set by the environment (SMTP_URL).')
    },
  }
}

async function readRow(db: Db | Tx): Promise<Row> {
  const { rows } = await sql<Row>`select host, port, encryption, username, password, sender_name as "senderName",
      sender_address as "senderAddress", is_on as "isOn", tested_server as "testedServer", tested_at as "testedAt",
      test_problem as "testProblem", version from mail_settings`.execute(db)
  if (!rows[0]) throw new Error('mail_settings holds one row')
  return rows[0]
}

async function readContactEmail(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    email: string | null
  }>`select content #>> '{company,contactEmail}' as email from settings`.execute(db)
  return rows[0]?.email ?? null
}

const usable = (row: Row): (Row & { host: string }) | null =>
  row.host !== null && row.isOn ? { ...row, host: row.host } : null

function withPassword(row: Row & { host: string }, seal: Seal): Omit<MailServer, 'replyTo'> {
  const { host, port, encryption, username, password, senderName, senderAddress } = row
  const pass = password === null ? null : seal.open(password, passwordOwner)
  if (password !== null && pass === null)
    throw new Error('The mail password was saved under another secret key. Type it again under Settings → Email.')
  return {
    way: { host, port, encryption },
    login: username === null ? null : { user: username, pass: pass ?? '' },
    from: { name: senderName, address: senderAddress },
  }
}

const stateOf = (password: string | null, seal: Seal) =>
  password === null ? 'none' : seal.open(password, passwordOwner) === null ? 'unreadable' : 'set'

/** The parts of SMTP_URL, without its password. */
function serverOf(smtpUrl: string, senderAddress: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? ('tls' as const) : ('opportunistic' as const),
    username: decodeURIComponent(username) || null,
    senderName: null,
    senderAddress,
    password: password ? ('set' as const) : ('none' as const),
  }
}
