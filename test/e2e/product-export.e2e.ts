import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { addPlace, addProduct } from '../builders.ts'
import { expect, test } from './fixtures.ts'

const many = 5100

test('[INV-01] (L16) a long list is exported in the background, with its progress and a notice when it is done', async ({
  page,
  app,
}) => {
  test.slow()
  const place = await addPlace(app.api)
  const model = await addProduct(app.api, place, { name: 'Model of a long list' })
  const { db } = app.database
  await sql`with made as (
      insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, pcs_per_case)
      select gen_random_uuid(), 'product', 'LONG-' || n, 'Longlisted ' || n, 'x', category_id, supplier_id, location_id, price,
        cost, pcs_per_case
      from items, generate_series(1, ${many}::int) n where id = ${model.id} returning id),
    lot as (insert into lots (id, item_id, lot_number) select id, id, 'none' from made)
    insert into item_stock (item_id) select id from made`.execute(db)
  try {
    await app.signIn(page, 'admin')
    await page.goto(`/crm/inventory?supplier=${place.supplier.id}`)
    await expect(page.getByRole('row', { name: /Longlisted/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV, shown columns' }).click()
    // It goes on while one is elsewhere, and after a reload.
    await page.goto('/crm/inventory/import')
    await page.goto(`/crm/inventory?supplier=${place.supplier.id}`)
    const ready = page.getByText('The export is ready')
    const menu = page.getByRole('menuitem', { name: /products\.csv, 5,101 rows/ })
    await expect(async () => {
      if (await ready.isVisible()) return
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(menu).toBeVisible({ timeout: 1000 })
    }).toPass()
    if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), menu.click()])
    expect(download.suggestedFilename()).toBe('products.csv')
    expect((await readFile((await download.path()) ?? '', 'utf8')).trim().split('\r\n')).toHaveLength(many + 2)

    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Excel, all columns' }).click()
    await expect(page.getByRole('progressbar', { name: 'Export to products.xlsx' }).or(ready).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download', exact: true }).last()).toBeVisible({ timeout: 60_000 })
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).last().click(),
    ])
    expect(workbook.suggestedFilename()).toMatch(/^products\.(xlsx|csv)$/)
  } finally {
    await sql`update items set deleted_at = now() where sku like 'LONG-%'`.execute(db)
  }
})
