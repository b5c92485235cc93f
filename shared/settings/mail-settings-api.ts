import { z } from 'zod'
import { Email, text, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { emptyOr } from './api.ts'

/** The usual ports of mail servers. Others need SMTP_PORTS in the environment, so that the settings can't be used to scan ports. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525]
export const mailEncryptions = ['starttls', 'tls', 'none'] as const

/** Names of this machine: the connection doesn't cross a network. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** A mail server in a request; without `password` the saved one is kept, null means none. */
export const MailServerBody = z
  .strictObject({
    host: text(253).pipe(
      z
        .string()
        .regex(
          /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|[0-9a-f:]*:[0-9a-f:.]*)$/i,
          'is not a host name',
        ),
    ),
    port: z
      .number('must be a port, 1 to 65535')
      .int('must be a port, 1 to 65535')
      .min(1, 'must be a port, 1 to 65535')
      .max(65_535, 'must be a port, 1 to 65535'),
    encryption: z.enum(mailEncryptions),
    username: emptyOr(text(200)),
    password: z.string().min(1).max(1000).nullable().optional(),
    senderName: emptyOr(text(120)),
    senderAddress: Email,
  })
  .refine(({ host, encryption }) => encryption !== 'none' || isLoopback(host), {
    path: ['encryption'],
    message: 'can only be off for a server on this machine (localhost)',
  })
export type MailServerBody = z.output<typeof MailServerBody>

const MailSettings = z.object({
  /** The source of the mail server. The environment takes precedence over the settings, and can't be changed here. */
  source: z.enum(['environment', 'settings', 'none']),
  server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      /** `opportunistic`, only from the environment: encrypted if the server supports it. */
      encryption: z.enum([...mailEncryptions, 'opportunistic']),
      username: z.string().nullable(),
      senderName: z.string().nullable(),
      senderAddress: z.string(),
    })
    .nullable(),
  /** The password itself is never returned. `unreadable`: it was encrypted with another secret key, so it has to be entered again. */
  password: z.enum(['none', 'set', 'unreadable']),
  /** False after a restore, until the settings are saved again. */
  isOn: z.boolean(),
  /** Allowed ports. */
  ports: z.array(z.number().int()),
  /** The last test email with the current mail server. */
  lastTest: z.object({ at: Timestamp, problem: z.string().nullable() }).nullable(),
  version: Version,
})
export type MailSettings = z.output<typeof MailSettings>

export const mailSettingsApi = {
  getMailSettings: route('GET /api/settings/email', {
    access: 'admin',
    summary: 'The mail server, without its password.',
    reply: MailSettings,
  }),
  putMailSettings: route('PUT /api/settings/email', {
    access: 'admin',
    summary: 'Sets the mail server up. Mails leave through it at once, from every process.',
    sudo: true,
    body: MailServerBody,
    emits: ['settings_updated'],
    reply: MailSettings,
    ifMatch: true,
    // Not even a hash of a password is stored.
    idempotency: 'none',
  }),
  removeMailSettings: route('DELETE /api/settings/email', {
    access: 'admin',
    summary: 'Removes the mail server of the settings; emails are kept in the email log.',
    sudo: true,
    emits: ['settings_updated'],
    reply: MailSettings,
    ifMatch: true,
  }),
  sendTestMail: route('POST /api/settings/email/tests', {
    access: 'admin',
    summary: 'Sends a test email at once, and answers what the mail server said.',
    body: z.strictObject({ to: Email }),
    emits: ['settings_updated'],
    reply: z.object({
      /** The mail server's message if it refused the mail, or why it could not be reached. */
      problem: z.string().nullable(),
    }),
    idempotency: 'none',
  }),
} as const
