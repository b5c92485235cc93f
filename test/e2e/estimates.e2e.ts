import { sql } from 'kysely'
import { opportunitiesApi } from '#shared/crm/opportunities-api.ts'
import { prospectsApi } from '#shared/crm/prospects-api.ts'
import { addPlace, addProduct } from '../builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('[EST-01, CRM-04, CRM-05] prospect → opportunity → estimate accepted by the mailed link with a signature → order; the link is refused kindly afterwards', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  const word = Math.random().toString(36).slice(2, 9)
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: `Gloves ${word}`, quantity: 30, price: '12.50' })
  const prospect = await app.api.do(prospectsApi.createProspect, {
    body: { name: `Clinic ${word}`, email: `${word}@clinic.example` },
  })
  await app.api.do(prospectsApi.convertProspect, { params: { id: prospect.id }, body: {} })
  const opportunity = await app.api.do(opportunitiesApi.createOpportunity, {
    body: { title: `First order ${word}`, prospectId: prospect.id, value: '500' },
  })
  await app.signIn(page, 'admin')

  await page.goto(`/crm/salesopportunities/view/${opportunity.id}`)
  await page.getByRole('link', { name: 'New estimate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New estimate' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(`Clinic ${word}`)
  await page.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await page.getByRole('option', { name: product.name }).click()
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity').fill('40')
  await expect(page.getByText('only 30 available, 10 short')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save estimate' }).click()
  const title = page.getByRole('heading', { level: 1, name: /^EST-/ })
  await expect(title).toBeVisible()
  const number = (await title.textContent()) ?? ''
  await expect(page.getByRole('list', { name: 'From the prospect to the order' })).toContainText(`Clinic ${word}`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('To')).toHaveValue(`${word}@clinic.example`)
  await dialog.getByRole('button', { name: 'Send' }).click()
  const status = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(status).toContainText('Sent')
  const { rows } = await sql<{ path: string }>`select content->'link'->>'path' as path from mail_outbox
    where to_address = ${`${word}@clinic.example`} and content is not null`.execute(app.database.db)

  // The customer's own browser: no session, a phone.
  const theirs = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 375, height: 800 } })
  const customer = await theirs.newPage()
  await customer.goto(rows[0]?.path ?? '')
  await expect(customer.getByRole('heading', { level: 1, name: `Estimate ${number}` })).toBeVisible()
  expect(customer.url()).not.toContain('code=')
  await expect(customer.getByText('500.00').first()).toBeVisible()
  await expect(customer.getByRole('navigation')).toBeHidden()
  await customer.getByRole('button', { name: 'Accept estimate' }).click()
  await expect(customer.getByText('Your name is required')).toBeVisible()
  await expectAccessible(customer)
  await customer.reload()
  await customer.getByLabel('Your name').fill('Dr. Awa Kone')
  const pad = customer.getByRole('img', { name: 'Your signature: sign here' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  await customer.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await customer.mouse.down()
  await customer.mouse.move((box?.x ?? 0) + 150, (box?.y ?? 0) + 80, { steps: 6 })
  await customer.mouse.up()
  await expect(customer.getByRole('img', { name: 'Your signature: signed' })).toBeVisible()
  await customer.getByRole('button', { name: 'Accept estimate' }).dblclick()
  await expect(customer.getByText('Accepted, thank you')).toBeVisible()
  await customer.reload()
  await expect(customer.getByText(/Dr\. Awa Kone accepted this estimate/)).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Accept estimate' })).toBeHidden()
  await theirs.close()

  // The page learns of it by itself.
  await expect(status).toContainText('Accepted')
  await expect(page.getByRole('img', { name: 'Signature of Dr. Awa Kone' })).toBeVisible()
  await page.getByRole('button', { name: 'Convert to order' }).dblclick()
  await expect(page.getByText('It has become an order')).toBeVisible()
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  const chain = page.getByRole('list', { name: 'From the prospect to the order' })
  for (const name of [`Clinic ${word}`, `First order ${word}`, number]) await expect(chain).toContainText(name)

  await page.goto(`/orders/estimates?q=${number}`)
  await expect(page.getByRole('row', { name: number })).toContainText('Converted')
  await expectAccessible(page)
})
