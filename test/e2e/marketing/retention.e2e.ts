import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { addCustomer, changeRetention } from '#test/retention.ts'
import { openSmtpSink } from '#test/smtp-sink.ts'
import { goTo, settle } from '#test/e2e/inside-the-app.ts'

const daysAgo = (days: number) => addDays(new Date().toISOString().slice(0, 10), -days)

/* Starts a separate app that sends mails over a real SMTP connection. */
test('[RET-01] [RET-02] [RET-03] lists candidates with exclusion reasons, sends and logs messages, and opts out in one click', async ({
  browser,
  page,
}) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  const smtp = await openSmtpSink()
  const app = await startApp({ smtpUrl: smtp.url })
  const { api } = app
  try {
    const gloves = await addProduct(api, await addPlace(api), { name: 'Nitrile gloves M', quantity: 1000 })
    const lines = [[gloves.id, 40]] as const
    const rhythm = [100, 90, 80, 70, 60].map(daysAgo)
    const lakeside = await addCustomer(app, api, rhythm, lines, {
      name: 'Lakeside Clinic',
      email: 'buy@lakeside.example',
    })
    const open = await addCustomer(app, api, [daysAgo(90)], lines, {
      name: 'Harbour Ward of the University Hospital of the Northern Provinces',
    })
    await sql`update sales_orders set status = 'CONFIRMED' where account_id = ${open.id}`.execute(app.database.db)
    await addCustomer(app, api, [daysAgo(10)], lines, { name: 'Ordered lately' })
    await changeRetention(api, { holdOutPercent: 0, inactivityDays: 200 })
    await app.signIn(page, 'admin')

    await test.step('[RET-01] sets the thresholds', async () => {
      await page.goto(`${app.baseURL}/marketing/retention`)
      await expect(page.getByText('No inactive customers')).toBeVisible()
      await page.getByRole('button', { name: 'More' }).click()
      const closed = page.getByRole('menuitem', { name: /^Run now/ })
      await expect(closed).toContainText('No candidate is ready: all are excluded, or were messaged already.')
      await expect(closed).toBeDisabled()
      await page.keyboard.press('Escape')
      await expectAccessible(page, 'empty')
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByLabel('Inactivity threshold').fill('0')
      await page.getByLabel('Log retention period').fill('90')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByLabel('Inactivity threshold')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page, 'settings')
      await page.getByLabel('Inactivity threshold').fill('45')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Settings saved')).toBeVisible()
    })

    await test.step('[RET-03] shows candidates and exclusions before sending', async () => {
      await page.getByRole('tab', { name: 'Candidates' }).click()
      const row = page.getByRole('row', { name: /Lakeside Clinic/ })
      await expect(row).toContainText('every 10 days')
      await expect(row).toContainText('50 days late')
      await expect(row).toContainText('Ready')
      await expect(page.getByRole('row', { name: /Harbour Ward/ })).toContainText('Open order')
      await expect(page.getByText('Ordered lately')).toHaveCount(0)
      await expectAccessible(page, 'candidates')
      // Long names do not cut off the status; at 1280 px the table does not scroll.
      const status = page.getByRole('row', { name: /Harbour Ward/ }).getByText('Open order')
      await page.setViewportSize({ width: 900, height: 800 })
      await expect(status).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 1280, height: 800 })
      const table = page.getByRole('region', { name: 'Candidates', exact: true })
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
      await expect(status).toBeInViewport({ ratio: 1 })
      await row.getByRole('button', { name: 'Lakeside Clinic' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('region', { name: 'Message' })).toContainText('40 × Nitrile gloves M')
      await expectAccessible(page, 'candidate')
      await page.keyboard.press('Escape')
      // A count links to its rows.
      await page.getByRole('link', { name: 'Excluded: 1' }).click()
      await expect(page.getByRole('row', { name: /Harbour Ward/ })).toBeVisible()
      await expect(page.getByRole('row', { name: /Lakeside Clinic/ })).toHaveCount(0)
      expect(smtp.received).toEqual([])
    })

    await test.step('creates a call task for the account owner, completed on the customer page', async () => {
      await page
        .getByRole('row', { name: /Harbour Ward/ })
        .getByRole('button', { name: 'Harbour Ward of the University Hospital of the Northern Provinces' })
        .click()
      await page.getByRole('button', { name: 'Create call task' }).click()
      await expect(page.getByText('Call task created for the account’s owner')).toBeVisible()
      await page.goto(`${app.baseURL}/crm/customers?calls=mine`)
      await page
        .getByRole('link', { name: 'Harbour Ward of the University Hospital of the Northern Provinces' })
        .first()
        .click()
      await expect(page.getByText(/^No order since /)).toBeVisible()
      const owners = page.getByLabel('Account owner')
      await owners.selectOption({ index: 1 })
      await expect(page.getByText('Account owner saved')).toBeVisible()
      await expect(owners).not.toHaveValue('')
      await page.getByRole('button', { name: 'Done', exact: true }).click()
      await expect(page.getByText(/^Done by /)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
      await expectAccessible(page, 'calls of a customer')
      await page.goto(`${app.baseURL}/crm/customers?calls=open`)
      await expect(page.getByText('Harbour Ward')).toHaveCount(0)
      await page.goto(`${app.baseURL}/marketing/retention`)
    })

    await test.step('previews a template and sends a test before saving', async () => {
      await page.getByRole('tab', { name: 'Templates' }).click()
      await page.getByLabel('Subject').fill('We miss you, {customer}')
      await expect(page.getByRole('region', { name: 'Message' })).toContainText('We miss you, St. Mary Hospital')
      await expectAccessible(page, 'templates')
      await page.getByRole('button', { name: 'Send test' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill('me@harbour.example')
      await dialog.getByRole('button', { name: 'Send test' }).click()
      await expect(page.getByText('Test sent to me@harbour.example')).toBeVisible()
      expect(smtp.received.map(({ to }) => to)).toEqual([['me@harbour.example']])
      await page.getByRole('button', { name: 'Save template' }).click()
      await expect(page.getByText('Template saved')).toBeVisible()
    })

    await test.step('switching tab or template with unsaved changes asks for confirmation', async () => {
      // Waits until the saved template has been refetched.
      await settle(page)
      await page.getByLabel('Subject').fill('Not saved')
      const question = page.getByRole('alertdialog')
      await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Email: second message' })
      await expect(question).toContainText('Your changes have not been saved.')
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('tab', { name: 'Settings' }).click()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByLabel('Subject')).toHaveValue('Not saved')
      await page.getByRole('tab', { name: 'Settings' }).click()
      await question.getByRole('button', { name: 'Discard' }).click()
      await page.getByLabel('Held out for comparison').fill('51')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('must be at most 50', { exact: false }).first()).toBeVisible()
      await page.getByRole('tab', { name: 'Candidates' }).click()
      await question.getByRole('button', { name: 'Discard' }).click()
    })

    await test.step('a save by another user keeps the unsaved input and shows a version conflict', async () => {
      await page.getByRole('tab', { name: 'Settings' }).click()
      const threshold = page.getByLabel('Inactivity threshold')
      const { data } = await api.do(retentionSettingsApi.getRetentionSettings, {})
      await threshold.fill('77')
      await changeRetention(api, { ...data, maxPer30Days: 3 })
      await expect(page.getByText('Somebody saved the settings meanwhile. Your changes are kept.')).toBeVisible()
      await expect(threshold).toHaveValue('77')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const conflict = page.getByRole('dialog', { name: 'The settings were changed by someone else' })
      await conflict.getByRole('button', { name: 'Reload' }).click()
      await expect(threshold).toHaveValue(String(data.inactivityDays))
      await expect(page.getByLabel('Message limit in 30 days')).toHaveValue('3')
      await page.getByRole('tab', { name: 'Templates' }).click()
      const subject = page.getByLabel('Subject')
      await subject.fill('We miss you, {customer}!')
      const [first] = (await api.do(templatesApi.listTemplates, {})).data
      if (!first) throw new Error('There is no template.')
      const { id, body, version } = first
      const theirs = { subject: 'Saved there', body: `${body}\nKind regards` }
      await api.do(templatesApi.updateTemplate, { params: { id }, body: theirs }, { version })
      await expect(page.getByText('Somebody saved the template meanwhile.')).toBeVisible()
      await expect(subject).toHaveValue('We miss you, {customer}!')
      await page.getByRole('button', { name: 'Show changes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click()
      // Polls the API, because the toast of the previous save may still be visible.
      const saved = async () => (await api.do(templatesApi.listTemplates, {})).data.find((one) => one.id === id)
      await expect.poll(saved).toMatchObject({ subject: 'We miss you, {customer}!', body: theirs.body })
      // The save is finished when the button is disabled.
      await expect(page.getByRole('button', { name: 'Save template' })).toHaveAttribute('disabled', '')
      await page.getByRole('tab', { name: 'Candidates' }).click()
    })

    await test.step('[RET-02] Run now sends the message and logs it', async () => {
      await page.getByRole('button', { name: 'Run now' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Message 1 customer?')
      await page.getByRole('button', { name: 'Send messages' }).click()
      await expect(page.getByText('1 message queued')).toBeVisible()
      await page.getByRole('tab', { name: 'Log' }).click()
      const row = page.getByRole('row', { name: /Lakeside Clinic/ })
      await expect(row).toContainText('Sent')
      await expect(row).toContainText('Email')
      await expect(row).toContainText('We miss you, Lakeside Clinic')
      await expectAccessible(page, 'log')
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
      await expect(page.getByText('No messages match')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await row.getByRole('button', { name: 'Lakeside Clinic' }).click()
      await expect(page.getByRole('dialog')).toContainText('buy@lakeside.example')
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Open customer' })).toBeVisible()
      await page.keyboard.press('Escape')
      expect(smtp.received.at(-1)?.to).toEqual(['buy@lakeside.example'])
    })

    await test.step('opting out takes one click and stops further messages', async () => {
      const link = /http:\S+\/unsubscribe\/[0-9a-f-]{36}/.exec(smtp.received.at(-1)?.text ?? '')?.[0] ?? ''
      const reader = await browser.newContext()
      const mail = await reader.newPage()
      await mail.goto(link)
      await expect(mail.getByText('You are unsubscribed.')).toBeVisible()
      await expectAccessible(mail, 'unsubscribe')
      await reader.close()
      const order = await addOrder(api, lakeside.id, [[gloves.id, 1]])
      await sql`update sales_orders set order_date = ${daysAgo(50)}::date, status = 'DELIVERED' where id = ${order.id}`.execute(
        app.database.db,
      )
      await page.goto(`${app.baseURL}/marketing/retention`)
      await expect(page.getByRole('row', { name: /Lakeside Clinic/ })).toContainText('Opted out')
      await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
      expect((await api.call(candidatesApi.run, { body: {} })).status).toBe(409)
      expect(smtp.received).toHaveLength(2)
      await page.getByRole('link', { name: 'Opted out: 1' }).click()
      await expect(page.getByRole('row', { name: /Lakeside Clinic/ })).toContainText('Link')
      await expectAccessible(page, 'opted out')
      await page.getByRole('tab', { name: 'Results' }).click()
      await expect(page.getByText('Too few to tell')).toBeVisible()
      await page.getByRole('link', { name: '0 customers, 0 orders' }).last().click()
      await expect(page.getByText('No results match')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(page.getByText('No results yet')).toBeVisible()
      await expectAccessible(page, 'results')
    })
  } finally {
    await app.stop()
    await smtp.close()
  }
})

test('users with view permission only see retention but can’t change anything', async ({ page, app }) => {
  await app.signIn(page, 'staff', { retention: { view: true } })
  await goTo(page, '/marketing/retention')
  await expect(page.getByRole('tab', { name: 'Candidates' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Inactivity threshold')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
})
