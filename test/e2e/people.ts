import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { hashPassword } from '#server/identity/login/passwords.ts'
import { addSession } from '#test/sessions.ts'
import type { RunningApp } from './fixtures.ts'

export const password = 'violet harbour tractor 91'
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })
export const stored = (page: Page, key = 'user') => page.evaluate((name) => sessionStorage.getItem(name), key)
export const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === '__Host-sid')

/** Creates a user who can log in with `password`; returns their email address. */
export async function addPerson({ database }: RunningApp, role: Role, permissions: Permissions = roleDefaults[role]) {
  const { userId } = await addSession(database, role, permissions)
  const hash = await hashPassword(password)
  const { rows } = await sql<{ email: string }>`update users set password_hash = ${hash} where id = ${userId}
    returning email`.execute(database.db)
  return rows[0]?.email ?? ''
}

export async function logIn(page: Page, email: string, typed = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export async function logOut(page: Page) {
  if (new URL(page.url()).pathname.startsWith('/crm/customer-portal')) {
    const way = page
      .getByRole('link', { name: 'More' })
      .or(page.getByRole('button', { name: 'Log out' }))
      .first()
    if ((await way.textContent()) === 'More') await way.click()
    await page.getByRole('button', { name: 'Log out' }).click()
    return
  }
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** Never answers the connection for live updates, so that pages change only through requests. */
export const withoutLiveUpdates = (page: Page) => page.route('**/socket.io/**', () => {})

/** Collects the text of every toast from the next page load on, including those that have disappeared. */
export async function noticesOf(page: Page) {
  const seen: string[] = []
  await page.exposeFunction('noteNotice', (text: string) => void seen.push(text))
  await page.addInitScript(() => {
    const note = (window as unknown as { noteNotice: (text: string) => void }).noteNotice
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof HTMLElement && node.closest('[data-sonner-toaster]')) note(node.innerText)
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return seen
}
