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
  /** The new password; empty keeps the saved one. */
  password: string
  /** Whether a password is saved. Overwriting replaces it with the connection, which the conflict dialog has to mention. */
  savedPassword: MailSettings['password']
  senderName: string
  senderAddress: string
}

/** Merged as one: a password is sent only to the server, and with the encryption, that it was entered for. */
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

/** `over`: the settings that are overwritten; their password stays unless a new one is entered. */
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

/** The mail server as a record for the conflict dialog; of the password it only has whether one is set. */
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
