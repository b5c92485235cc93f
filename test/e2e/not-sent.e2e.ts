import type { Page } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addPlace, placePurchase } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { addLots, advance, confirmed, inDays } from '#test/lots.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

/** The page says that something was not sent, and nowhere that something was sent. */
async function expectNothingSent(page: Page) {
  await expect(page.getByText(/not sent/i).first()).toBeVisible()
  const claims = async () => {
    const words = `${await page.getByRole('main').innerText()}\n${await toasts(page).innerText()}`
    return words
      .split('\n')
      .filter((line) => /\bsent\b|on (its|their) way/i.test(line.replaceAll(/not sent( to)?/gi, '')))
  }
  await expect.poll(claims).toEqual([])
}

async function keepMail(page: Page, button = 'Keep in email log') {
  await expect(dialog(page).getByText('No mail server is set up: this will not be sent')).toBeVisible()
  await dialog(page).getByRole('button', { name: button }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/* Status filters of lists use the record's status, whether or not the email was sent. */
test('[UI-02, EST-01, SO-02, IVC-01, PO-01, LOT-06, AUTH-08] without a mail server nothing is shown as sent; links can be copied', async ({
  page,
  app,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { api } = app
  const place = await addPlace(api)
  const { product, lot } = await addLots(api, place, [['UNSENT-1', 200, 100]])
  const ward = await addAccount(api, { name: 'Unsent ward', email: 'ward@unsent.example' })
  const order = await confirmed(api, ward.id, [[product.id, 20]])
  const { id: estimateId } = await api.do(estimatesApi.createEstimate, {
    body: { accountId: ward.id, validUntil: inDays(30), lines: [{ productId: product.id, quantity: 2 }] },
  })
  await api.do(
    crmApi.updateSupplier,
    { params: { id: place.supplier.id }, body: { name: place.supplier.name, email: 'desk@unsent.example' } },
    { version: place.supplier.version },
  )
  const purchase = await placePurchase(api, place, [[product.id, 5, '1']])
  await app.signIn(page, 'admin')
  const copyLink = async () => {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${app.baseURL}/`)
  }

  await test.step('an estimate: its page with the related records, and the list', async () => {
    await goTo(page, paths.estimate(estimateId))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await keepMail(page, 'Create link')
    await copyLink()
    await expectNothingSent(page)
    await goTo(page, paths.estimates)
    await expect(page.getByRole('table').getByRole('row', { name: /Unsent ward/ })).toContainText('Not sent')
  })
  await test.step('an order confirmation', async () => {
    await goTo(page, paths.order(order.id))
    const confirmationMail = page.getByRole('listitem').filter({ hasText: 'Order confirmation (PDF)' })
    await confirmationMail.getByRole('button', { name: 'Send' }).click()
    await keepMail(page)
    await expect(confirmationMail).toContainText('Not sent to ward@unsent.example')
    await expectNothingSent(page)
  })
  await test.step('an invoice', async () => {
    await goTo(page, paths.invoice(order.invoice?.id ?? ''))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await keepMail(page)
    await expect(page.getByRole('list', { name: 'Email log' })).toContainText('Not sent')
    await expectNothingSent(page)
  })
  await test.step('a purchase order', async () => {
    await goTo(page, paths.purchaseOrder(purchase.id))
    await page.getByRole('button', { name: 'Send to supplier' }).click()
    await keepMail(page)
    await expect(page.getByText('Not sent: the email waits for desk@unsent.example')).toBeVisible()
    await expectNothingSent(page)
  })
  await test.step('a recall notice', async () => {
    await advance(api, order.id, 'DELIVERED')
    const body = { lotIds: [lot('UNSENT-1')], reason: 'Particles found', instruction: 'Keep it apart.' }
    const { recall } = await api.do(recallsApi.startRecall, { body })
    await goTo(page, paths.recall(recall.id))
    await page.getByRole('button', { name: 'Email all not notified' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep them' }).click()
    await expect(page.getByRole('list', { name: 'Customers to notify' })).toContainText('Email not sent')
    await expect(page.getByText('Customers notified: 0 of 1')).toBeVisible()
    await expectNothingSent(page)
  })
  await test.step('an invitation, and the email log with all emails', async () => {
    await goTo(page, paths.users)
    await page.getByRole('button', { name: 'Invite user' }).click()
    await dialog(page).getByLabel('Name').fill('Ina Unsent')
    await dialog(page).getByLabel('Email').fill('ina@unsent.example')
    await dialog(page).getByRole('button', { name: 'Invite user' }).click()
    await expect(page.getByRole('dialog', { name: 'Share this link' })).toContainText(
      'Not sent: no mail server is set up.',
    )
    await copyLink()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await goTo(page, `${paths.users}?tab=mails`)
    const mails = page.getByRole('table', { name: 'Email log' }).getByRole('row', { name: /@unsent\.example/ })
    for (const address of ['ward', 'desk', 'ina'])
      await expect(mails.filter({ hasText: `${address}@unsent.example` }).first()).toContainText('Not sent')
    await expect(mails.filter({ hasNotText: 'Not sent' })).toHaveCount(0)
    await page
      .getByRole('row', { name: /ina@unsent\.example/ })
      .getByRole('button', { name: 'Show link' })
      .click()
    await copyLink()
  })
})
