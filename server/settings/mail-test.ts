import type { Work } from '#server/kernel/work.ts'
import { momentSql } from '#server/db/moment.ts'
import { getSettings } from './settings.ts'

/** Records the result of a test email; every test is in the audit log. */
export async function noteTest(
  work: Work,
  { to, server, problem }: { to: string; server: string | null; problem: string | null },
): Promise<void> {
  await work.tx
    .updateTable('mail_settings')
    .set({ tested_server: server, tested_at: momentSql, test_problem: problem })
    .execute()
  work.audit('settings.mailServerTested', 'settings', null, { to, server, problem })
  work.announce('settings_updated', await getSettings(work.tx))
}
