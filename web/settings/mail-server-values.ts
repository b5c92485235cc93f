import type { MailServerBody, MailSettings } from '#shared/settings/mail-settings-api.ts'
import type { AsOne } from '#web/forms/merge-edits.ts'

export const encryptionLabels = {
  starttls: 'STARTTLS',
  tls: 'TLS',
  none: 'None (this machine only)',
  opportunistic: 'STARTTLS where offered',
} as const
export const passwordLabels = { none: 'Not set', set: 'Set', unreadable: 'Not readable' } as const

export type MailServerValues = {
  host: string
  port: string
  encryption: MailServerBody['encryption']
  username: string
  /** What is typed; empty keeps the saved one. */
  password: string
  /** Whether one is saved: Overwrite replaces it together with the connection, which the question has to say. */
  savedPassword: MailSettings['password']
  senderName: string
  senderAddress: string
}

/** A password goes to no other server, and by no other way, than it was typed for. */
export const connection: AsOne<MailServerValues> = [
  ['host', 'port', 'encryption', 'username', 'password', 'savedPassword'],
]

export function mailServerValues(saved: MailSettings, contactEmail: string | null): MailServerValues {
  const { server, ports } = saved
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? (ports.includes(587) ? 587 : (ports[0] ?? 587))),
    encryption: server && server.encryption !== 'opportunistic' ? server.encryption : 'starttls',
    username: server?.username ?? '',
    password: '',
    savedPassword: saved.password,
    senderName: server?.senderName ?? '',
    senderAddress: server?.senderAddress ?? contactEmail ?? '',
  }
}

/** `over`: what it is saved over, whose password stays unless another is typed. */
export function mailServerBody(values: MailServerValues, over: MailSettings) {
  const { host, port, encryption, username, password, senderName, senderAddress } = values
  const unchanged = over.password === 'set' ? {} : { password: null }
  return {
    host,
    port: Number(port),
    encryption,
    username,
    senderName,
    senderAddress,
    ...(password ? { password } : unchanged),
  }
}

export type MailRecord = ReturnType<typeof mailRecord>

/** The mail server in the words of its form; of the password only whether there is one. */
export function mailRecord(settings: MailSettings) {
  const { server, password, version } = settings
  return {
    id: 'mail server',
    version,
    host: server?.host,
    port: server?.port,
    encryption: server && encryptionLabels[server.encryption],
    username: server?.username,
    password: passwordLabels[password],
    senderName: server?.senderName,
    senderAddress: server?.senderAddress,
    settings,
  }
}
