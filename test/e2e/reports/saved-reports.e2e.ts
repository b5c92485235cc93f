import { sql } from 'kysely'
import { type Permissions } from '#shared/access/roles.ts'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test.describe.configure({ mode: 'serial' })
test.use({ ownCompany: 'saved-reports' })

test.use({ timezoneId: 'America/New_York' })

test('[REP-02] a report is saved and opened again; its schedule is added, paused, resumed, sent now and deleted', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/saved')
  const main = page.getByRole('main')
  await expect(main.getByText('No saved reports yet')).toBeVisible()
  await expect(main.getByText('No schedules yet')).toBeVisible()
  await expectAccessible(page)

  await goTo(page, '/reports/sales?range=90&groupBy=month')
  await page.getByRole('button', { name: 'Saved reports' }).click()
  await page.getByRole('menuitem', { name: 'Save this report…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Sales of the quarter')
  await dialog.getByLabel('Share').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Report “Sales of the quarter” saved')).toBeVisible()

  await goTo(page, '/reports/saved')
  await main.getByRole('link', { name: 'Sales of the quarter' }).first().click()
  await expect(page).toHaveURL(/reports\/sales\?range=90&groupBy=month/)
  await page.goBack()
  await main.getByRole('button', { name: 'Actions for Sales of the quarter' }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  await dialog.getByLabel('How often').selectOption('monthly')
  await dialog.getByLabel('Day of the month').selectOption('31')
  await dialog.getByLabel('Time').fill('07:35')
  await dialog.getByLabel('Attachment').selectOption('xlsx')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(dialog.getByText('The schedule needs at least one recipient')).toBeVisible()
  await dialog
    .getByLabel('Email addresses')
    .fill('board@example.com, tax.office.of.the.northern.hospitals@hospital-group.example')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  const schedules = main.getByRole('table', { name: 'Report schedules' })
  const row = schedules.getByRole('row').nth(1)
  await expect(row).toContainText('Last day of each month at 07:35')
  // The next run, too, is in the company's time zone (UTC).
  await expect(row).toContainText(/20\d\d, 07:35/)
  await expect(row.getByRole('button', { name: /^Actions for/ })).toBeInViewport({ ratio: 1 })
  await expect(row).toContainText('board@example.com')
  await expect(row).toContainText('and 1 more')
  await expect(row).toContainText('Active')
  await expectAccessible(page)

  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Sales of the quarter' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pause')
  await expect(row).toContainText('Paused')
  await act('Resume')
  await expect(row).toContainText('Active')
  await act('Send now')
  await expect(page.getByText('Not sent: “Sales of the quarter” is kept in the email log')).toBeVisible()
  await act('Show runs')
  await expect(dialog.getByText('by hand')).toBeVisible()
  await expect(dialog.getByText('board@example.com: Not sent')).toBeVisible()
  await page.keyboard.press('Escape')
  await act('Delete…')
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(main.getByText('No schedules yet')).toBeVisible()

  await goTo(page, '/unsubscribe/reports/0b0f7c1e-8f4e-4f0e-9d53-2d1c5e0a7a11')
  await expect(page.getByText('This link is not complete')).toBeVisible()
})

test('[PERM-03] users with view but without export permission can neither export nor schedule a report', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff', { invoices: { view: true } })
  await goTo(page, '/reports/sales')
  await page.getByRole('button', { name: 'Saved reports' }).click()
  await expect(page.getByRole('menuitem', { name: 'Saved reports', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  await goTo(page, '/reports/saved')
  await expect(page.getByRole('heading', { name: 'Saved reports' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Schedules' })).toBeHidden()
})

test('[REP-02] a schedule can go to any of many colleagues; closing an unsaved schedule asks first', async ({
  page,
  app,
}) => {
  await sql`insert into users (id, email, email_key, name, role, permissions, password_hash)
    select gen_random_uuid(), 'many-' || n || '@example.com', 'many-' || n || '@example.com',
      'Colleague ' || lpad(n::text, 3, '0'), 'staff', '{}', 'none' from generate_series(1, 130) n`.execute(
    app.database.db,
  )
  await app.signIn(page, 'admin')
  await app.api.do(savedReportsApi.createSaved, {
    body: { name: 'For everybody', report: 'sales', query: { range: '30' }, isShared: true },
  })
  await goTo(page, '/reports/saved')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await main.getByRole('button', { name: 'Actions for For everybody' }).first().click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  }
  await open()
  const picker = dialog.getByRole('combobox', { name: 'Colleagues' })
  await picker.fill('colleague 12')
  await page.getByRole('option', { name: 'Colleague 129' }).click()
  await picker.fill('colleague 001')
  await page.getByRole('option', { name: 'Colleague 001' }).click()
  const chosen = dialog.getByRole('list', { name: 'Chosen colleagues' })
  await expect(chosen.getByRole('listitem')).toHaveText(['Colleague 129', 'Colleague 001'])
  await chosen.getByRole('button', { name: 'Remove Colleague 001' }).click()
  await expectAccessible(page)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(chosen).toContainText('Colleague 129')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  const row = main.getByRole('table', { name: 'Report schedules' }).getByRole('row', { name: /For everybody/ })
  await expect(row).toContainText('Colleague 129')
  // An unchanged dialog closes at once.
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('[PERM-01, PERM-03] Edit and Delete permission for reports allow pausing and deleting others’ schedules; the permissions say so', async ({
  page,
  app,
}) => {
  const saved = await app.api.do(savedReportsApi.createSaved, {
    body: {
      name: `Of others ${crypto.randomUUID().slice(0, 8)}`,
      report: 'sales',
      query: { range: '30' },
      isShared: true,
    },
  })
  await app.api.do(reportSchedulesApi.createSchedule, {
    params: { id: saved.id },
    body: { frequency: 'daily', time: '07:30', format: 'csv', emails: ['board@example.com'] },
  })
  const rights = (reports: object): Permissions => ({ invoices: { view: true }, reports: { view: true, ...reports } })
  const row = page.getByRole('table', { name: 'Report schedules' }).getByRole('row').filter({ hasText: saved.name })
  const menu = async () => {
    await row.getByRole('button', { name: `Actions for ${saved.name}` }).click()
    return page.getByRole('menuitem').allTextContents()
  }
  await app.signIn(page, 'staff', rights({ edit: true }))
  await page.goto('/reports/saved')
  // Also on a phone, where rows are cards.
  await page.setViewportSize({ width: 375, height: 800 })
  for (const list of ['Saved reports', 'Report schedules'])
    await expect(
      page.getByRole('list', { name: list }).getByRole('button', { name: `Actions for ${saved.name}` }),
    ).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await menu()).toEqual(['Show runs', 'Pause'])
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  const { userId } = await app.signIn(page, 'staff', rights({ delete: true }))
  await page.goto('/reports/saved')
  expect(await menu()).toEqual(['Show runs', 'Delete…'])
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(row).toHaveCount(0)

  await app.signIn(page, 'admin')
  await page.goto(`/crm/users/view/${userId}`)
  const permissions = page.getByRole('table', { name: 'Permissions' })
  await expect(permissions).toContainText(
    'View exports and schedules reports, Edit pauses schedules of others, Delete deletes them.',
  )
  await expect(permissions.getByRole('row', { name: 'Shipping' })).toContainText(
    'Delete removes deleted shipping records for good.',
  )
})
