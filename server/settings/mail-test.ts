import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import { getSettings } from './settings.ts'

/** Writes down what became of a test email; every test is in the audit log. */
export async function noteTest(
  work: Work,
  { to, server, problem }: { to: string; server: string | null; problem: string | null },
): Promise<void> {
  await sql`update mail_settings set tested_server = ${server}, tested_at = moment(),
    test_problem = ${problem}`.execute(work.tx)
  work.audit('settings.mailServerTested', 'settings', null, { to, server, problem })
  work.announce('settings_updated', await getSettings(work.tx))
}
