import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { changeSettings } from '#test/settings.ts'
import { paths } from '#web/paths.ts'

/* Starts its own app, because its taxes must not affect other tests. */
test('[SET-01, SO-01] lines offer a choice of taxes if there are two, even at 0 %, and none if there is only one', async ({
  page,
}) => {
  const app = await startApp()
  try {
    await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
    const rate = (name: string) => ({ name, kind: 'exclusive' as const, percent: '0' })
    await changeSettings(app.api, { tax: { rates: [rate('Exempt')], defaultRate: 'Exempt' } })
    await app.signIn(page, 'admin')
    await page.goto(app.baseURL + paths.orderNew)
    const product = page.getByRole('combobox', { name: /^Product/ }).first()
    await expect(product).toHaveAttribute('placeholder', 'Name, SKU or barcode…')
    await expect(page.getByRole('combobox', { name: /^Tax/ })).toHaveCount(0)
    await changeSettings(app.api, { tax: { rates: [rate('Exempt'), rate('Zero-rated')], defaultRate: 'Exempt' } })
    await page.reload()
    await expect(product).toBeVisible()
    const tax = page.getByRole('combobox', { name: /^Tax/ }).first()
    await expect(tax.getByRole('option')).toContainText(['Exempt', 'Zero-rated'])
    // In the narrow editor price tier and tax share the room of three columns and are wide enough for their text.
    await page.setViewportSize({ width: 900, height: 800 })
    const tier = page.getByRole('combobox', { name: /^Price tier/ }).first()
    const [left, right] = [await tier.boundingBox(), await tax.boundingBox()]
    expect(Math.min(left?.width ?? 0, right?.width ?? 0)).toBeGreaterThan(100)
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  } finally {
    await app.stop()
  }
})

test('[SET-01, SO-01] an order keeps a removed tax until another is chosen, which updates the total; a copy uses the current tax', async ({
  page,
}) => {
  const app = await startApp()
  try {
    const product = await addProduct(app.api, await addPlace(app.api), { quantity: 50, price: '10.00' })
    const order = await addOrder(app.api, (await addAccount(app.api)).id, [[product.id, 4]])
    expect(order).toMatchObject({ total: '40.00', orderLines: [{ tax: { name: 'No tax' } }] })
    await app.signIn(page, 'admin')
    // The only tax is replaced: new lines use the new one automatically.
    await page.goto(app.baseURL + paths.settings)
    const only = page.getByRole('group', { name: 'Tax 1' })
    await only.getByLabel('Name').fill('')
    await only.getByLabel('Name').pressSequentially('VAT')
    await only.getByLabel('Charged').selectOption('On top of the price')
    await only.getByLabel('Per cent').fill('25')
    await expect(page.getByLabel('Tax of a new line')).toHaveValue('VAT')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
    await page.goto(app.baseURL + paths.orderEdit(order.id))
    const tax = page.getByRole('combobox', { name: /^Tax/ }).first()
    const total = (amount: string) => page.getByRole('main').getByText(amount, { exact: true }).last()
    await expect(tax).toHaveValue('No tax')
    await expect(page.getByText('50.00', { exact: true })).toHaveCount(0)
    await page.getByLabel('Notes').fill('Ring twice')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(new RegExp(`${paths.order(order.id)}$`))
    expect((await app.api.do(salesApi.getOrder, { params: { id: order.id } })).total).toBe('40.00')

    await page.goto(app.baseURL + paths.orderEdit(order.id))
    await tax.selectOption('VAT')
    await expect(total('50.00')).toBeVisible()

    await page.goto(`${app.baseURL}${paths.orderNew}?copy=${order.id}`)
    await expect(total('50.00')).toBeVisible()
    await page.getByRole('button', { name: 'Save order' }).click()
    await expect(page.getByText(/^Order SO-.* saved$/)).toBeVisible()

    // If a product has two lines, the changed line is named; the resulting tax amount is not listed as a change of its
    // own.
    const params = { id: order.id }
    const { version } = await app.api.do(salesApi.getOrder, { params })
    const body = (quantity: number) => ({
      accountId: order.account.id,
      notes: 'Ring twice',
      lines: [4, quantity].map((each) => ({ productId: product.id, quantity: each, tax: 'VAT' })),
    })
    const twice = await app.api.do(salesApi.updateOrder, { params, body: body(6) }, { version })
    await page.goto(app.baseURL + paths.orderEdit(order.id))
    await page.getByLabel('Notes').fill('Ring once')
    const discount = { kind: 'percent' as const, value: '5' }
    const theirs = await app.api.do(salesApi.updateOrder, { params, body: { ...body(7), discount } }, twice)
    expect(theirs.tax).not.toBe(twice.tax)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('list', { name: 'What was changed' }).getByRole('listitem')).toHaveText([
      'Discount: – → 5 %',
      /^Lines/,
      `${product.name}, line 2: quantity 6 → 7`,
    ])
  } finally {
    await app.stop()
  }
})

test('[EST-01] converting an estimate says that the total differs when the customer has become tax-exempt', async ({
  page,
}) => {
  const app = await startApp()
  try {
    const rates = [{ name: 'VAT', kind: 'exclusive' as const, percent: '25' }]
    await changeSettings(app.api, { tax: { rates, defaultRate: 'VAT' } })
    const product = await addProduct(app.api, await addPlace(app.api), { quantity: 50, price: '10.00' })
    const { id } = await addAccount(app.api)
    const accepted = async () => {
      const estimate = await app.api.do(estimatesApi.createEstimate, {
        body: { accountId: id, validUntil: '2199-01-01', lines: [{ productId: product.id, quantity: 4 }] },
      })
      const params = { id: estimate.id }
      await app.api.do(estimatesApi.sendEstimate, { params, body: { to: 'buyer@clinic.example' } })
      await app.api.do(estimatesApi.acceptEstimate, { params, body: { name: 'Dr. Kone' } })
      return estimate
    }
    const [first, second] = [await accepted(), await accepted()]
    expect(first.total).toBe('50.00')
    await app.signIn(page, 'admin')
    const differs = page.getByText('The order’s total is USD 40.00 instead of USD 50.00: the tax has changed.')
    for (const estimate of [first, second]) {
      if (estimate === second) {
        const { version } = await app.api.do(balancesApi.getBalance, { params: { id } })
        const body = { taxExempt: true, reminders: false }
        await app.api.do(balancesApi.putBilling, { params: { id }, body }, { version })
      }
      await page.goto(app.baseURL + paths.estimate(estimate.id))
      await page.getByRole('button', { name: 'Convert to order' }).click()
      await expect(page.getByText(/^Converted to SO-/)).toBeVisible()
      await expect(differs).toHaveCount(estimate === second ? 1 : 0)
    }
  } finally {
    await app.stop()
  }
})
