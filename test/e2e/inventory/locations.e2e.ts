import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[LOC-01, UI-02] adds zones to a location, assigns goods, deletes a zone by moving its goods, refuses to delete a stocked location', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Bandage', quantity: 30 })
  await addProduct(app.api, place, { name: 'Vaccine', quantity: 12 })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/locations-zones')
  await page.getByRole('link', { name: place.warehouse.name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: place.warehouse.name })).toBeVisible()
  await expect(page.getByText('No zones yet')).toBeVisible()
  for (const [name, purpose] of [
    ['Cold room', 'Cold storage'],
    ['Rack A', 'Storage'],
  ] as const) {
    await page.getByRole('button', { name: 'Add zone' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Purpose').selectOption({ label: purpose })
    await page.getByRole('dialog').getByRole('button', { name: 'Add zone' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expectAccessible(page)
  const stock = page.getByRole('table', { name: 'Stock at this location' })
  const row = (name: string) => stock.getByRole('row', { name: new RegExp(name) })
  await row('Vaccine').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Choose zone' }).click()
  await page.getByRole('dialog').getByLabel('Zone').selectOption({ label: 'Cold room' })
  await page.getByRole('button', { name: 'Assign zone' }).click()
  await expect(row('Vaccine')).toContainText('Cold room')
  await expect(row('Bandage')).toContainText('None')
  await page.getByRole('button', { name: 'Cold room', exact: true }).click()
  await expect(row('Bandage')).toHaveCount(0)
  await expect(page).toHaveURL(/zone=/)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Actions for Cold room' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByLabel('Move its goods to').selectOption({ label: 'Rack A' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move goods and delete' }).click()
  await expect(row('Vaccine')).toContainText('Rack A')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete location' }).click()
  await expect(page.getByRole('dialog')).toContainText('There is stock in this location: 2 items.')
})

test('[LOC-01, UI-02] the map shows locations with coordinates, keeps the search, and opens a location by keyboard', async ({
  page,
  app,
}) => {
  const add = (name: string, latitude?: number, longitude?: number) =>
    app.api.do(inventoryApi.createLocation, {
      body: { name, type: name.includes('Plant') ? 'Factory' : 'Warehouse', latitude, longitude },
    })
  await add('Charted Depot', 5.3, -4.01)
  await add('Charted Plant', 7.69, -5.03)
  await add('Charted Nowhere')
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/locations-zones?q=Charted')
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page).toHaveURL(/q=Charted.*view=map/)
  const map = page.getByRole('region', { name: 'Map of the locations' })
  await expect(map.getByRole('button', { name: 'Charted Plant, Factory, empty' })).toBeVisible()
  await expect(page.getByText('1 location has no coordinates and is shown only in the list.')).toBeVisible()
  await map.getByRole('button', { name: 'Zoom in' }).click()
  await map.getByRole('button', { name: 'Show all' }).click()
  await expectAccessible(page)
  await map.getByRole('button', { name: /^Charted Depot/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Charted Depot' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByRole('link', { name: 'Charted Nowhere' }).first()).toBeVisible()
})

test('[LOC-01] users with view permission only see zones and goods, but no action buttons', async ({ page, app }) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Lancet', quantity: 5 })
  await app.api.do(placesApi.createZone, { params: { id: place.warehouse.id }, body: { name: 'Loft' } })
  await app.signIn(page, 'staff')
  await goTo(page, `/inventory/locations-zones/view/${place.warehouse.id}`)
  await expect(page.getByRole('button', { name: 'Loft' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lancet' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Add zone|Edit|Actions/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await goTo(page, '/inventory/locations-zones/view/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no such location')).toBeVisible()
})
