import { sql } from 'kysely'
import { invalid } from '#shared/http/refusal.ts'
import type { MailServerBody, MailSettings } from '#shared/settings/mail-settings-api.ts'
import type { Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'
import { type MailSetup, passwordOwner } from './mail-servers.ts'
import { getSettings } from './settings.ts'

const setAct = 'settings.mailServerSet'
const removedAct = 'settings.mailServerRemoved'

/**
 * Saves the mail server; throws VERSION_CONFLICT unless `version` is the current one. A saved password is used only for the
 * server that it was entered for: otherwise users who may change the settings could have it sent to a server of their own.
 */
export async function putMailSettings(
  work: Work,
  setup: MailSetup,
  body: MailServerBody,
  version: number,
): Promise<MailSettings> {
  setup.requireEditable()
  if (!setup.ports.includes(body.port)) throw invalid('port', `must be one of ${setup.ports.join(', ')}`)
  const current = await setup.read(work.tx)
  const password = passwordOf(body, current)
  const sealed = typeof password === 'string' ? setup.seal.close(password, passwordOwner) : null
  const { host, port, encryption, username, senderName, senderAddress } = body
  const { numUpdatedRows } = await work.tx
    .updateTable('mail_settings')
    .set({
      host,
      port,
      encryption,
      username,
      sender_name: senderName,
      sender_address: senderAddress,
      password: password === undefined ? sql`password` : sealed,
      is_on: true,
      tested_server: null,
      tested_at: null,
      test_problem: null,
      version: nextVersion,
      updated_at: momentSql,
    })
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return saved(work, setup, numUpdatedRows, setAct, {
    host,
    port,
    encryption,
    username,
    senderName,
    senderAddress,
    password: password === undefined ? 'kept' : password === null ? 'none' : 'changed',
  })
}

/** Removes the mail server and its password. */
export async function removeMailSettings(work: Work, setup: MailSetup, version: number): Promise<MailSettings> {
  setup.requireEditable()
  const { numUpdatedRows } = await work.tx
    .updateTable('mail_settings')
    .set({
      host: null,
      port: null,
      encryption: null,
      username: null,
      password: null,
      sender_name: null,
      sender_address: null,
      is_on: true,
      tested_server: null,
      tested_at: null,
      test_problem: null,
      version: nextVersion,
      updated_at: momentSql,
    })
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return saved(work, setup, numUpdatedRows, removedAct, {})
}

/** After a restore: a rehearsal must not mail real customers. Returns whether the mail server was on. */
export async function stopMailServer(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_settings')
    .set({ is_on: false, version: nextVersion, updated_at: momentSql })
    .where('host', 'is not', null)
    .where(sql<boolean>`is_on`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function saved(
  work: Work,
  setup: MailSetup,
  changed: bigint | undefined,
  act: string,
  details: Record<string, unknown>,
): Promise<MailSettings> {
  const latest = await setup.read(work.tx)
  if (changed !== 1n) throw new ChangedMeanwhile(latest.version, { entity: 'settings', acts: [setAct, removedAct] })
  work.audit(act, 'settings', null, details)
  // All pages know from the settings whether mail is set up.
  work.announce('settings_updated', await getSettings(work.tx))
  return latest
}

/** Undefined keeps the saved password. */
function passwordOf({ username, password, ...next }: MailServerBody, { server, password: state }: MailSettings) {
  if (username === null) {
    if (password) throw invalid('username', 'is required with a password')
    return null
  }
  if (password !== undefined || state === 'none') return password ?? null
  const isSame =
    server?.host === next.host &&
    server.port === next.port &&
    server.encryption === next.encryption &&
    server.username === username
  if (!isSame) throw invalid('password', 'must be typed again for another server, port, encryption or user')
  if (state === 'unreadable') throw invalid('password', 'must be typed again: it was saved under another secret key')
  return undefined
}
