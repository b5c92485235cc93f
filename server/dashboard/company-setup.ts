import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { type CompanySetup, type SetupStep, setupSteps } from '#shared/dashboard/company-setup-api.ts'
import { defaultSettings } from '#shared/settings/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { getSettings } from '#server/settings/settings.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Row = Omit<Record<SetupStep, boolean>, 'mail'> & { skipped: string[]; isDismissed: boolean; version: number }

/** Whether a test email was sent with the current mail server. */
export type IsMailTested = (db: Db | Tx) => Promise<boolean>

/** The completed steps, from the first row of each table, in one statement. */
export async function getCompanySetup(db: Db | Tx, isMailTested: IsMailTested): Promise<CompanySetup> {
  const company = sql`s.content -> 'company'`
  const { rows } = await sql<Row>`select c.skipped, c.is_dismissed as "isDismissed", c.version,
      coalesce(${company} ->> 'name' <> ${defaultSettings.company.name} and ${company} ->> 'address' is not null, false)
        as company,
      exists (select from company_logo where content is not null) as logo,
      coalesce((select bool_or((rate ->> 'percent')::numeric > 0)
        from jsonb_array_elements(s.content #> '{tax,rates}') rate), false) as taxes,
      exists (select from locations where deleted_at is null) as locations,
      exists (select from items where kind = 'product' and deleted_at is null) as products,
      exists (select from accounts where deleted_at is null) as customers,
      (select count(*) from (select from users where deleted_at is null and role <> 'customer' limit 2) u) > 1 as users,
      exists (select from sales_orders where deleted_at is null) as "order"
    from company_setup c left join settings s on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('company_setup holds one row')
  const done = { ...row, mail: await isMailTested(db) }
  return {
    demo: await readDemo(db),
    steps: setupSteps.map((step) => ({ step, isDone: done[step], isSkipped: row.skipped.includes(step) })),
    isDismissed: row.isDismissed,
    version: row.version,
  }
}

/** The number of its orders, to measure the progress of loading. */
const demoOrders = 187

/** The progress of the demo company, from its job in the queue and the number of orders. */
async function readDemo(db: Db | Tx): Promise<CompanySetup['demo']> {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = 'load-demo-company'
    order by created_on desc limit 1`.execute(db)
  const state = rows[0]?.state
  if (!state || state === 'completed' || state === 'cancelled') return null
  const found = await sql<{
    orders: number
  }>`select count(*)::int as orders from (select from sales_orders limit ${demoOrders}) o`.execute(db)
  return { state: state === 'failed' ? 'failed' : 'loading', orders: found.rows[0]?.orders ?? 0, of: demoOrders }
}

/** Skips steps, dismisses the checklist or brings it back. Throws VERSION_CONFLICT. */
export async function putCompanySetup(
  work: Work,
  { skipped, isDismissed }: { skipped: readonly SetupStep[]; isDismissed: boolean },
  version: number,
  isMailTested: IsMailTested,
): Promise<CompanySetup> {
  const { numUpdatedRows } = await work.tx
    .updateTable('company_setup')
    .set({ skipped: [...new Set(skipped)], is_dismissed: isDismissed, version: nextVersion })
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const latest = await getCompanySetup(work.tx, isMailTested)
  if (numUpdatedRows !== 1n) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: latest.version } })
  work.audit('companySetup.changed', 'settings', null, { skipped, isDismissed })
  work.announce('settings_updated', await getSettings(work.tx))
  return latest
}
