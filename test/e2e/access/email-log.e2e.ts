import { sql } from 'kysely'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[USR-01] finds an old email in the email log by status filter and paging', async ({ page, app }) => {
  await sql`insert into mail_outbox (id, to_address, subject, state, problem, created_at)
    select gen_random_uuid(), 'old' || n || '@example.com', 'Invoice ' || n, 'failed', 'Mailbox is full', moment() - n * interval '1 hour'
    from generate_series(1, 120) n`.execute(app.database.db)
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/users?tab=mails')
  const mails = page.getByRole('table', { name: 'Email log' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
  await expect(mails.getByRole('row', { name: /old1@example\.com/ })).toBeVisible()
  await expectAccessible(page, 'the email log')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await next.click()
  await expect(mails.getByRole('row', { name: /old120@example\.com.*Mailbox is full/ })).toBeVisible()
})
