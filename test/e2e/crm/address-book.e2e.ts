import { contactsApi } from '#shared/crm/contacts/api.ts'
import { addAccount } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[CRM-01] adds, searches, filters, exports, unlinks, deletes and restores contacts', async ({ page, app }) => {
  const account = await addAccount(app.api, { name: 'Address Book Teaching Hospital' })
  await app.api.do(contactsApi.createContact, { body: { name: 'Abena Bookfriend', affiliation: 'Bookfriend Press' } })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/address-book')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByLabel('Works for').selectOption('customer')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog.getByRole('link', { name: 'Name is required' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Choose a customer' })).toBeVisible()
  await dialog.getByLabel('Name').fill('Kwame Bookfriend')
  await dialog.getByLabel('Email').fill('kwame@bookfriend.example')
  await dialog.getByLabel('Position').fill('Pharmacist')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Address Book Teaching')
  await page.getByRole('option', { name: /Address Book Teaching Hospital/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kwame Bookfriend' })).toBeVisible()
  await page.getByRole('link', { name: account.name }).click()
  await expect(page.getByRole('list', { name: 'Contacts' })).toContainText('Pharmacist')

  await goTo(page, '/crm/address-book?q=bookfriend')
  const rows = page.getByRole('table', { name: 'Contacts' }).locator('tbody tr')
  await expect(rows).toHaveText([/Abena Bookfriend/, /Kwame Bookfriend.*Address Book Teaching Hospital/])
  await page.getByLabel('Works for').selectOption('customer')
  await expect(rows).toHaveText([/Kwame Bookfriend/])
  await expectAccessible(page)
  await page.reload()
  await expect(rows).toHaveText([/Kwame Bookfriend/])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV, shown columns' }).click()
  expect((await download).suggestedFilename()).toBe('contacts.csv')

  await rows.getByRole('link', { name: 'Kwame Bookfriend' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unlink' }).click()
  await expect(page.getByRole('link', { name: account.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete contact' }).click()
  await expect(page).toHaveURL('/crm/address-book')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Kwame Bookfriend restored')).toBeVisible()
})

test('[CRM-01] warns of a duplicate contact; merges two contacts, and the old link redirects to the merged one', async ({
  page,
  app,
}) => {
  const primary = await app.api.do(contactsApi.createContact, {
    body: { name: 'Yaw Foundtwice', email: 'yaw@foundtwice.example' },
  })
  const { id: goes } = await app.api.do(contactsApi.createContact, {
    body: { name: 'Yaw Foundtwise', position: 'Chief pharmacist', phone: '+233 24 555 0199' },
  })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/address-book')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Yaw Fountwice')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /Yaw Foundtwice.*similar name/ })
    .getByRole('link', { name: 'Open existing' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yaw Foundtwice' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge another into this' }).click()
  await dialog.getByRole('combobox', { name: 'Contact to merge' }).fill('Yaw Foundtwice')
  await page.getByRole('option', { name: /^Yaw Foundtwice/ }).click()
  await expect(dialog.getByText('Choose a different one')).toBeVisible()
  await failUntilTriedAgain(page, `**/api/contacts/${goes}`, (route) =>
    route.fulfill({ status: 429, json: { error: 'Too busy.' } }),
  )
  await dialog.getByRole('button', { name: 'Yaw Foundtwise' }).click()
  await expect(dialog.getByText('The contact could not be loaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('radio', { name: 'Chief pharmacist' }).check()
  await dialog.getByRole('radio', { name: '+233 24 555 0199' }).check()
  await expectAccessible(page)
  // Another user changes the contact to merge while the dialog is open: the dialog then also offers its new status.
  await app.api.do(contactsApi.changeContact, { params: { id: goes }, body: { status: 'inactive' } })
  await dialog.getByRole('radio', { name: 'Active', exact: true }).check()
  await dialog.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(page.getByText('Merged into Yaw Foundtwice')).toBeVisible()
  await expect(page.getByText('Chief pharmacist').first()).toBeVisible()
  await expect(page.getByText('yaw@foundtwice.example')).toBeVisible()
  await goTo(page, `/crm/address-book/view/${goes}`)
  await expect(page).toHaveURL(`/crm/address-book/view/${primary.id}`)
})
