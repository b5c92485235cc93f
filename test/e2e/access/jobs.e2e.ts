import { queueMail } from '#server/kernel/mail.ts'
import { openSmtpSink } from '#test/smtp-sink.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* Starts a separate app: its mail server refuses mails until the test switches that off. */
test('an administrator sees why a mail failed, cancels the job, and runs it again until the mail server accepts it', async ({
  page,
}) => {
  page.setDefaultTimeout(20_000)
  const smtp = await openSmtpSink()
  smtp.state.isRefusing = true
  const app = await startApp({ smtpUrl: smtp.url })
  try {
    await app.signIn(page, 'admin')
    await page.goto(`${app.baseURL}/settings`)
    await page.getByRole('link', { name: 'Open jobs' }).click()
    await expect(page.getByText('No background jobs yet').or(page.getByRole('table'))).toBeVisible()

    await app.database.transaction((tx) =>
      queueMail(tx, { to: 'desk@clinic.example', subject: 'Your order', lines: ['It is on its way.'] }),
    )
    await page.goto(`${app.baseURL}/settings/jobs?queue=send-mail`)
    const row = page.getByRole('row').filter({ hasText: 'Send an e-mail' })
    await expect(row).toContainText('Retrying')
    await expect(row).toContainText('Come back later')
    await expect(row).toContainText('1 of 12')
    await row.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('is not done. You can run it again later.')
    await expectAccessible(page, 'the question before a job is cancelled')
    await question.getByRole('button', { name: 'Cancel job' }).click()
    await expect(row).toContainText('Cancelled')
    await page.getByRole('button', { name: /^Failed/ }).click()
    await expect(page.getByText('No jobs match')).toBeVisible()
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^All/ }).click()

    const mail = page.getByRole('row').filter({ hasText: 'Send an e-mail' })
    await mail.getByRole('button', { name: 'Run again' }).click()
    await expect(mail).toContainText('2 of 12')
    // Waits until the attempt has failed: an attempt still running could reach the mail server after it accepts mails.
    await expect(mail).toContainText('Retrying')
    await expectAccessible(page, 'a job that will be tried again')

    smtp.state.isRefusing = false
    await mail.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByText('Send an e-mail: queued again').first()).toBeVisible()
    await expect(mail).toContainText('Done')
    expect(smtp.received.map(({ to }) => to[0])).toContain('desk@clinic.example')
  } finally {
    await app.stop()
    await smtp.close()
  }
})

test('users who are not administrators see that only administrators see background jobs', async ({ page, app }) => {
  await app.signIn(page, 'staff')
  await goTo(page, '/settings/jobs')
  await expect(page.getByText('Only administrators see background jobs')).toBeVisible()
})
