import { crmApi } from '#shared/crm/partners/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** A unique word that no rows of other tests contain. */
const ownWord = (word: string) => `${word} ${Math.random().toString(36).slice(2, 9)}`

test('[CRM-04] adds a prospect, filters overdue ones, sets status in bulk, converts despite a duplicate customer, deletes and restores it', async ({
  page,
  app,
}) => {
  const name = ownWord('Lagoon Clinic')
  const duplicate = await addAccount(app.api, { name: name.toUpperCase() })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/prospects')
  await page.getByRole('button', { name: 'Add prospect' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await expect(dialog.getByText('Already a customer?')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Open existing' })).toHaveAttribute(
    'href',
    paths.customer(duplicate.id),
  )
  await dialog.getByLabel('Contact person').fill('Dr. Kone')
  await dialog.getByRole('button', { name: 'More details' }).click()
  await dialog.getByLabel('Follow-up date').fill('2026-01-05')
  await dialog.getByLabel('Notes').fill('Met at the fair')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add prospect' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('overdue')).toBeVisible()
  await expectAccessible(page)

  await goTo(page, `/crm/prospects?due=overdue&q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('overdue')
  await expect(page.getByRole('button', { name: 'Remove filter Follow-up: Overdue' })).toBeVisible()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(row).toContainText('Contacted')
  await expectAccessible(page)
  await row.getByRole('link', { name }).first().click()

  await page.getByRole('button', { name: 'Add opportunity' }).click()
  await dialog.getByLabel('Title').fill('Gloves for a year')
  await dialog.getByLabel('Value').fill('1200')
  await dialog.getByRole('button', { name: 'Add opportunity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gloves for a year' })).toBeVisible()
  await page.getByRole('link', { name }).first().click()

  const likely = '**/api/prospects/*/likely-accounts'
  await failUntilTriedAgain(page, likely, (route) => route.fulfill({ status: 429, json: { error: 'Too busy.' } }))
  await page.getByRole('button', { name: 'Convert' }).click()
  await expect(dialog.getByText('Couldn’t load similar customers.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('radio', { name: duplicate.name })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Create a new customer anyway' }).check()
  await dialog.getByLabel('Price tier').selectOption('wholesale')
  await dialog.getByRole('button', { name: 'Convert to customer' }).dblclick()
  await expect(page.getByText('Converted to a customer')).toBeVisible()
  const { data } = await app.api.do(crmApi.listAccounts, { query: { q: name } })
  expect(data.map((one) => one.priceTier).toSorted()).toEqual(['retail', 'wholesale'])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete prospect' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} restored`)).toBeVisible()
})

test('[CRM-04, CRM-01, UI-02] moves prospects on a board, shows prospects and contacts in a split view; filters stay', async ({
  page,
  app,
}) => {
  const word = ownWord('Harbour ward')
  const add = (name: string, more: object = {}) => app.api.do(prospectsApi.createProspect, { body: { name, ...more } })
  const first = await add(`${word} north`, { followUpDate: '2026-01-05', notes: 'Asked for a list of prices' })
  await add(`${word} south`)
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/prospects?q=${encodeURIComponent(word)}`)
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(page).toHaveURL(/q=.*view=board/)
  const column = (status: string) => page.getByRole('region', { name: status, exact: true })
  const card = (name: string) => page.locator('[data-card-id]', { hasText: name })
  await expect(column('New').locator('[data-card-id]')).toHaveCount(2)
  await expectAccessible(page)
  await card(`${word} north`).dragTo(column('Contacted'))
  await expect(column('Contacted')).toContainText(`${word} north`)
  await page.getByRole('button', { name: `Move ${word} south` }).click()
  await page.getByRole('menuitem', { name: 'Disqualified' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Closed in spring')
  await dialog.getByRole('button', { name: 'Disqualify' }).click()
  await expect(column('Disqualified')).toContainText(`${word} south`)
  // Moving to “Converted” opens a dialog first; closing the dialog changes nothing.
  await page.getByRole('button', { name: `Move ${word} north` }).click()
  await page.getByRole('menuitem', { name: 'Converted' }).click()
  await expect(dialog.getByLabel('Price tier')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await app.api.do(prospectsApi.getProspect, { params: { id: first.id } })).toMatchObject({
    status: 'Contacted',
  })

  await page.getByRole('button', { name: 'Split' }).click()
  const pane = page.getByRole('region', { name: `${word} north` })
  await expect(pane).toContainText('Asked for a list of prices')
  await page
    .getByRole('navigation', { name: 'Prospects' })
    .getByRole('link', { name: `${word} south` })
    .click()
  await expect(page.getByRole('region', { name: `${word} south` })).toContainText('Closed in spring')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('region', { name: `${word} south` })).toContainText('Closed in spring')

  await app.api.do(contactsApi.createContact, {
    body: { name: `${word} Ada`, position: 'Buyer', email: 'ada@ward.example' },
  })
  await goTo(page, `/crm/address-book?view=split&q=${encodeURIComponent(word)}`)
  await expect(page.getByRole('region', { name: `${word} Ada` })).toContainText('ada@ward.example')
  await expectAccessible(page)
  await page.getByRole('link', { name: `Open ${word} Ada` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} Ada` })).toBeVisible()
})

test('[CRM-05] moves opportunities by drag and menu, requires a reason for Lost, shows version conflicts; the URL keeps the view', async ({
  page,
  app,
}) => {
  const word = ownWord('Board')
  const account = await addAccount(app.api, { name: ownWord('Board Hospital') })
  const add = (title: string, value: string) =>
    app.api.do(opportunitiesApi.createOpportunity, { body: { title, value, accountId: account.id } })
  const gloves = await add(`${word} gloves`, '1000')
  await add(`${word} beds`, '300.50')
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/salesopportunities?account=${account.id}`)
  const column = (stage: string) => page.getByRole('region', { name: stage, exact: true })
  const card = (title: string) => page.locator('[data-card-id]', { hasText: title })
  await expect(column('New')).toContainText('1,300.50')
  // An empty column shows its hint at the top, also beside longer columns.
  const empty = await column('Qualified').getByText('Nothing here.').boundingBox()
  const top = await column('Qualified').boundingBox()
  expect((empty?.y ?? 0) - (top?.y ?? 0)).toBeLessThan(120)
  await expect(card(`${word} gloves`)).toContainText(gloves.owner?.name ?? 'an owner')
  await expect(page.getByText('Weighted forecast')).toBeVisible()
  await expectAccessible(page)

  await card(`${word} gloves`).dragTo(column('Proposal'))
  await expect(column('Proposal').locator('[data-card-id]')).toContainText(`${word} gloves`)
  await expect(page.getByRole('status').filter({ hasText: `${word} gloves moved to Proposal.` })).toBeAttached()
  await expect(column('Proposal')).toContainText('50% = 500.00')
  expect(await app.api.do(opportunitiesApi.getOpportunity, { params: { id: gloves.id } })).toMatchObject({
    stage: 'Proposal',
    version: 2,
  })

  await page.getByRole('button', { name: `Move ${word} beds` }).click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption('Price')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(column('Lost')).toContainText(`${word} beds`)
  // A closed opportunity must be reopened first: the menu disables the other closed stage.
  await page.getByRole('button', { name: `Move ${word} beds` }).click()
  await expect(page.getByRole('menuitem', { name: 'Won' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  // Another user moves the card first: this move is refused, and the card shows in the other user's stage.
  const faster = async () => {
    const body = { stage: 'Negotiation' as const }
    await app.api.do(opportunitiesApi.moveOpportunity, { params: { id: gloves.id }, body }, { version: 2 })
  }
  await page.route(
    '**/api/opportunities/*/stage',
    async (route) => {
      await faster()
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: `Move ${word} gloves` }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  await expect(page.getByText('It was changed by someone else').first()).toBeVisible()
  await expect(column('Negotiation')).toContainText(`${word} gloves`)

  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
  await page.getByLabel('Stage', { exact: true }).selectOption('Lost')
  await expect(page.getByRole('row', { name: `${word} beds` })).toContainText('Price')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('row', { name: `${word} beds` })).toBeVisible()
  await expect(page.getByRole('row', { name: `${word} gloves` })).toBeHidden()

  // “Next” follows the order of the list; the breadcrumb returns to the same list (D3).
  await page.getByLabel('Stage', { exact: true }).selectOption('All stages')
  await page
    .getByRole('row', { name: `${word} gloves` })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('link', { name: 'Next opportunity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} beds` })).toBeVisible()
  await page.getByRole('link', { name: 'Previous opportunity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} gloves` })).toBeVisible()
  const back = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await back.getByRole('link', { name: 'Sales opportunities' }).click()
  await expect(page).toHaveURL(new RegExp(`account=${account.id}&view=list`))
})

test('[CRM-05, UI-02] the reason dialog of a board keeps its input when the server refuses the move or the network fails', async ({
  page,
  app,
}) => {
  const word = ownWord('Refused')
  const account = await addAccount(app.api, { name: ownWord('Refusing Hospital') })
  const deal = await app.api.do(opportunitiesApi.createOpportunity, {
    body: { title: `${word} gloves`, value: '1000', accountId: account.id },
  })
  const prospect = await app.api.do(prospectsApi.createProspect, { body: { name: `${word} ward` } })
  await app.signIn(page, 'admin')
  const dialog = page.getByRole('dialog')
  const column = (name: string) => page.getByRole('region', { name, exact: true })

  await goTo(page, `/crm/salesopportunities?account=${account.id}`)
  await page.getByRole('button', { name: `Move ${word} gloves` }).click()
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await dialog.getByLabel('Reason').selectOption('Price')
  await dialog.getByLabel('What happened').fill('Their buyer found gloves for half of it.')
  // Another user moves it while the dialog is open.
  await app.api.do(
    opportunitiesApi.moveOpportunity,
    { params: { id: deal.id }, body: { stage: 'Proposal' } },
    { version: deal.version },
  )
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(dialog.getByText('Changed by someone else')).toBeVisible()
  await expect(dialog.getByLabel('What happened')).toHaveValue('Their buyer found gloves for half of it.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show changes' }).click()
  await expect(dialog.getByText('Changed by someone else')).toBeHidden()
  const behind = page.getByRole('region', { name: 'Proposal', exact: true, includeHidden: true })
  await expect(behind).toContainText(`${word} gloves`)
  // The request fails.
  await page.route('**/api/opportunities/*/stage', (route) => route.abort(), { times: 2 })
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByText('Network error. Check your connection.')).toBeVisible()
  await expect(dialog.getByLabel('What happened')).toHaveValue('Their buyer found gloves for half of it.')
  await page.unroute('**/api/opportunities/*/stage')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(column('Lost')).toContainText(`${word} gloves`)
  await expect(dialog).toBeHidden()
  expect(await app.api.do(opportunitiesApi.getOpportunity, { params: { id: deal.id } })).toMatchObject({
    stage: 'Lost',
    lostNote: 'Their buyer found gloves for half of it.',
  })

  await goTo(page, `/crm/prospects?view=board&q=${encodeURIComponent(word)}`)
  await page.getByRole('button', { name: `Move ${word} ward` }).click()
  await page.getByRole('menuitem', { name: 'Disqualified' }).click()
  await dialog.getByLabel('Reason').fill('They closed in spring')
  await app.api.do(
    prospectsApi.setStatus,
    { params: { id: prospect.id }, body: { status: 'Disqualified', reason: null } },
    { version: prospect.version },
  )
  await dialog.getByRole('button', { name: 'Disqualify' }).click()
  await expect(dialog.getByText('Changed by someone else')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show changes' }).click()
  await dialog.getByRole('button', { name: 'Disqualify' }).click()
  // The dialog shows why the move is refused, above the input.
  await expect(dialog.getByText('The prospect is already Disqualified.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('They closed in spring')
})
