import { roleDefaults } from '#shared/access/roles.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test, withoutTutorials } from '#test/e2e/fixtures.ts'
import { confirmed } from '#test/lots.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[UI-02] (L4) saves search, sort and columns of a list as a view, marks unsaved changes, and shares the view with a role', async ({
  page,
  app,
  browser,
}) => {
  const place = await addPlace(app.api)
  for (const name of ['Vistaline probe A', 'Vistaline probe B']) await addProduct(app.api, place, { name })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('link', { name: /^Vistaline/ })
  await search.fill('vistaline probe')
  await expect(rows).toHaveText([/^Vistaline probe A/, /^Vistaline probe B/])
  const sort = page.getByRole('columnheader', { name: 'Product', exact: true })
  await sort.getByRole('button').click()
  await expect(sort).toHaveAttribute('aria-sort', 'ascending')
  await sort.getByRole('button').click()
  await expect(sort).toHaveAttribute('aria-sort', 'descending')
  await expect(rows).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])
  // The URL contains both the search and the sort.
  await expect(page).toHaveURL(/q=vistaline\+probe&sort=-name|sort=-name&q=vistaline\+probe/)

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Name' }).fill('Probes, last first')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save view' }).click()
  const menu = page.getByRole('button', { name: 'View: Probes, last first' })
  await expect(menu).toBeVisible()
  await expect(page).toHaveURL(/[?&]saved=[0-9a-f-]{36}/)
  const address = page.url()
  await page.reload()
  await expect(rows).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  // A third click removes the sort: the view has unsaved changes until Reset.
  await sort.getByRole('button').click()
  await expect(sort).toHaveAttribute('aria-sort', 'none')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(sort).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  // A view whose filters are all removed stays without filters after a reload.
  await sort.getByRole('button').click()
  await search.fill('')
  await expect(page).toHaveURL(/filters=none/)
  await page.reload()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(search).toHaveValue('')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(rows).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])

  // Columns are part of the view.
  await page.getByRole('button', { name: 'Columns and density' }).click()
  await page.getByRole('checkbox', { name: 'Reserved' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader', { name: 'Reserved' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  await page.getByRole('checkbox', { name: 'Staff' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Probes for all')
  await page.getByRole('button', { name: 'Save view' }).click()
  const renamed = page.getByRole('button', { name: 'View: Probes for all' })
  await expect(renamed).toBeVisible()
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Close view' }).click()
  await expect(page.getByRole('columnheader', { name: 'Reserved' })).toBeVisible()

  // A user of the role opens the shared view by its URL and can't rename or delete it.
  const context = await browser.newContext({ baseURL: app.baseURL })
  await withoutTutorials(context)
  const other = await context.newPage()
  await app.signIn(other, 'staff', roleDefaults.staff)
  await other.goto(`/crm/inventory?saved=${new URL(address).searchParams.get('saved')}`)
  const theirs = other.getByRole('table', { name: 'Products' }).getByRole('link', { name: /^Vistaline/ })
  await expect(theirs).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])
  await expect(other.getByRole('columnheader', { name: 'Reserved' })).toHaveCount(0)
  await other.getByRole('button', { name: 'View: Probes for all' }).click()
  await expect(other.getByRole('menuitem', { name: 'Rename or share…' })).toHaveCount(0)
  await expect(other.getByRole('menuitem', { name: 'Delete view…' })).toHaveCount(0)
  await other.getByRole('menuitem', { name: 'Use as default' }).click()
  await expect(async () => {
    await other.goto('/crm/inventory')
    await expect(other.getByRole('button', { name: 'View: Probes for all' })).toBeVisible()
  }).toPass()
  await expect(theirs).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])
  await context.close()

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: /Probes for all/ }).click()
  await expect(rows).toHaveText([/^Vistaline probe B/, /^Vistaline probe A/])
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
})

test('[UI-02, DASH-01] opens a standard view from the views menu, by its URL and from the dashboard', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const account = await addAccount(app.api, { name: 'Standard view clinic' })
  const product = await addProduct(app.api, place, { quantity: 5 })
  const waiting = await addOrder(app.api, account.id, [[product.id, 1]])
  const done = await confirmed(app.api, account.id, [[product.id, 1]])
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders?q=${account.name.replaceAll(' ', '+')}`)
  const orders = page.getByRole('table', { name: 'Sales orders' })
  await expect(orders.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'To confirm', exact: true }).click()
  const menu = page.getByRole('button', { name: 'View: To confirm' })
  await expect(menu).toBeVisible()
  await expect(page).toHaveURL(/\?sort=createdAt&status=PENDING$|\?status=PENDING&sort=createdAt$/)
  const address = page.url()
  await goTo(page, `${address}&q=${account.name.replaceAll(' ', '+')}`)
  await expect(orders.getByRole('link', { name: waiting.number })).toBeVisible()
  await expect(orders.getByRole('link', { name: done.number })).toHaveCount(0)
  // With an additional search it is no longer that view.
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()

  await goTo(page, '/crm/dashboard')
  await page.getByRole('link', { name: /Orders to confirm/ }).click()
  await expect(menu).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Close view' }).click()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/status=/)
})
