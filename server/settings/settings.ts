import { formatDay } from '#shared/format-day.ts'
import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Settings } from '#shared/settings/api.ts'
import { currenciesWithHundredths, isCurrency } from '#shared/settings/currencies.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { readLogo } from './logo.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import { requireSudo, type Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

interface SettingsReply {
  data: Settings
  /** For If-Match; 1 if nothing was saved yet. */
  version: number
  isCurrencyFixed: boolean
  logo: string | null
  /** For If-Match; 1 if there was no logo yet. */
  logoVersion: number
}

/** The company settings; fields that were never saved have their defaults. */
export async function getSettings(db: Db | Tx): Promise<Settings> {
  return (await getSavedSettings(db)).data
}

export async function getSavedSettings(db: Db | Tx): Promise<SettingsReply> {
  interface Row {
    content: unknown
    version: number
    isCurrencyFixed: boolean
    logo: string | null
    logoVersion: number | null
  }
  const { rows } = await sql<Row>`
    select s.content, s.version, l.hash as logo, l.version as "logoVersion",
      exists (select from invoices) or exists (select from payments) or exists (select from goods_receipts)
        as "isCurrencyFixed"
    from (select) as one left join settings s on true left join company_logo l on true`.execute(db)
  const [row] = rows
  return {
    data: overDefaults(row?.content),
    version: row?.version ?? 1,
    isCurrencyFixed: row?.isCurrencyFixed ?? false,
    logo: row?.logo ?? null,
    logoVersion: row?.logoVersion ?? 1,
  }
}

/** The sender of documents, with the logo. */
export async function getLetterhead(db: Db | Tx): Promise<Settings['company'] & { logo: string | null }> {
  const { company } = await getSettings(db)
  const content = await readLogo(db)
  return { ...company, logo: content && `data:image/png;base64,${content.toString('base64')}` }
}

/** Replaces the settings; throws VERSION_CONFLICT unless `version` is the current one, CURRENCY_FIXED once money is booked. */
export async function putSettings(work: Work, settings: Settings, version: number): Promise<SettingsReply> {
  const current = await getSavedSettings(work.tx)
  if (settings.currency !== current.data.currency) assertCurrency(settings.currency, current)
  if (settings.timeZone !== current.data.timeZone) await assertNothingClosed(work)
  const { security } = current.data
  if (security.requireSecondFactorForAdmins !== settings.security.requireSecondFactorForAdmins) requireSudo(work.caller)
  const rows = await work.tx
    .insertInto('settings')
    .columns(['id', 'content', 'version'])
    .expression(
      sql`select 1, ${JSON.stringify(settings)}::jsonb, 2 where ${version} = 1 or exists (select 1 from settings)`,
    )
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          version: sql<number>`settings.version + 1`,
          updated_at: momentSql,
        }))
        .where(sql<boolean>`settings.version = ${version}`),
    )
    .returning('version')
    .execute()
  const saved = rows[0]?.version
  if (saved === undefined) {
    const latest = await getSavedSettings(work.tx)
    throw new ChangedMeanwhile(latest.version, { entity: 'settings', acts: ['settings.updated'] })
  }
  const { isCurrencyFixed, logo, logoVersion } = current
  work.audit('settings.updated', 'settings', null, settings)
  work.announce('settings_updated', settings)
  return { data: settings, version: saved, isCurrencyFixed, logo, logoVersion }
}

/** Amounts are never converted, so the currency can't be changed; an invalid one, from before this was checked, can be corrected. */
function assertCurrency(currency: string, current: SettingsReply): void {
  if (!currenciesWithHundredths.includes(currency)) throw invalid('currency', 'has no hundredths, which amounts need')
  if (current.isCurrencyFixed && isCurrency(current.data.currency)) throw new Refusal('CURRENCY_FIXED')
}

/** Another time zone would move entries around midnight to other days. Throws PERIOD_CLOSED. */
async function assertNothingClosed(work: Work): Promise<void> {
  const { rows } = await sql<{ closedUntil: string | null }>`select closed_until as "closedUntil" from period_lock
    for share`.execute(work.tx)
  const closedUntil = rows[0]?.closedUntil
  if (!closedUntil) return
  throw new Refusal(
    'PERIOD_CLOSED',
    `The books are closed up to ${formatDay(closedUntil)}. Another time zone would move postings to other days: reopen them first.`,
    { fields: { timeZone: 'can’t be changed while a period is closed' }, details: { closedUntil } },
  )
}

/** After a restore: reminders sent since the backup are unknown. Returns whether automatic reminders were on. */
export async function stopReminders(tx: Tx): Promise<boolean> {
  const rows = await tx
    .updateTable('settings')
    .set({
      version: nextVersion,
      updated_at: momentSql,
      content: sql<string>`jsonb_set(content, '{reminders,automatic}', 'false')`,
    })
    .where(sql<boolean>`(content #>> '{reminders,automatic}')::boolean`)
    .returning('id')
    .execute()
  return rows.length > 0
}
