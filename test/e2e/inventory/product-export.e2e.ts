import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { addPlace, addProduct } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const many = 5100

test('[INV-01] (L16) exports a long list in the background and shows a notice when the file is ready', async ({
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
    await goTo(page, `/crm/inventory?supplier=${place.supplier.id}`)
    await expect(page.getByRole('row', { name: /Longlisted/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    const started = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('menuitem', { name: 'CSV, shown columns' }).click()
    await started
    // The export continues while the user opens other pages.
    await goTo(page, '/crm/inventory/import')
    await goTo(page, `/crm/inventory?supplier=${place.supplier.id}`)
    const ready = page.getByText('The export is ready').first()
    /** Downloads a finished export from the Export menu, which keeps listing it. */
    const fetch = async (name: RegExp) => {
      const item = page.getByRole('menuitem', { name })
      await expect(async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Export' }).click()
        await expect(item).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: 60_000 })
      const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
      return download
    }
    const download = await fetch(/products\.csv, 5,101 rows/)
    expect(download.suggestedFilename()).toBe('products.csv')
    expect((await readFile((await download.path()) ?? '', 'utf8')).trim().split('\r\n')).toHaveLength(many + 2)

    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Excel, all columns' }).click()
    await expect(ready).toBeVisible({ timeout: 60_000 })
    expect((await fetch(/products\.xlsx, 5,101 rows/)).suggestedFilename()).toBe('products.xlsx')
  } finally {
    await sql`update items set deleted_at = moment() where sku like 'LONG-%'`.execute(db)
  }
})
