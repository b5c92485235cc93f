import { sql } from 'kysely'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test.use({ ownCompany: 'notifications' })

test('[DASH-01] (G8) the bell counts unread notifications live and opens them; kinds can be turned off, a digest chosen', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const stock = { quantity: 30, reorderPoint: 20 }
  const gloves = await addProduct(app.api, place, { ...stock, name: 'Nitrile gloves' })
  const masks = await addProduct(app.api, place, { ...stock, name: 'Surgical masks' })
  const reduce = (id: string, quantity: number) =>
    app.api.do(inventoryApi.reduceStock, { params: { id }, body: { quantity, reason: 'damaged_quantity' } })
  await app.signIn(page, 'staff')
  await goTo(page, '/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expectAccessible(page, 'no notifications')

  // A live update: the page is not reloaded.
  await reduce(gloves.id, 15)
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await reduce(masks.id, 30)
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await expect(bell).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Unread: Low stock.*Nitrile gloves/ })).toBeVisible()
  await expectAccessible(page, 'notifications')

  await bell.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await expectAccessible(page, 'the menu of notifications')
  await page.getByRole('menuitem', { name: /Nitrile gloves/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Nitrile gloves' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  await goTo(page, '/notifications')
  await page.getByRole('button', { name: 'Show unread only' }).click()
  await expect(page).toHaveURL(/unread=true$/)
  await expect(page.getByText('1 result')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click()
  await expect(page.getByText('All read')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Mark as unread' }).first().click()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Notification settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notification settings' })
  await dialog.getByLabel('Low stock').uncheck()
  await dialog.getByLabel('Email unread notifications').selectOption('Every day at 7:00')
  await expectAccessible(page, 'notification settings')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /Out of stock.*Surgical masks/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Nitrile gloves/ })).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect(dialog.getByLabel('Low stock')).not.toBeChecked()
  await expect(dialog.getByLabel('Email unread notifications')).toHaveValue('daily')
})

test('[DASH-01] (G8) Mark all as read works from any page of the list, also if only a later page has unread ones', async ({
  page,
  app,
}) => {
  const { userId } = await app.signIn(page, 'admin')
  await sql`with told as (insert into notifications (kind, subject, at)
      select 'job-failed', 'send-mail', moment() - n * interval '10 microseconds' from generate_series(1, 53) n returning id, at)
    insert into notification_reads (user_id, notification_id, is_read)
    select ${userId}::uuid, id, true from told order by at desc limit 50`.execute(app.database.db)
  await goTo(page, '/notifications')
  const all = page.getByRole('button', { name: 'Mark all as read' })
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
  await expect(all).toBeEnabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('button', { name: 'Mark as unread' }).first().click()
  await page.getByRole('button', { name: 'Next' }).click()
  await all.click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(all).toBeDisabled()
})
