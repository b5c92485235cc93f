import { expect, test } from 'vitest'
import { mayCall, type Subject } from '#shared/access/can.ts'
import { mayView } from '#shared/access/menu.ts'
import { modules, roleDefaults } from '#shared/access/roles.ts'
import { reports } from '#shared/reports/reports.ts'
import { paths } from '#web/paths.ts'
import { reportGroupsOf } from '#web/reports/report-pages.ts'

/** Every role with its default permissions, and staff who may view only one module. */
const readers: readonly [string, Subject][] = [
  ...(['admin', 'staff', 'sales_rep'] as const).map((role): [string, Subject] => [
    role,
    { role, permissions: roleDefaults[role] },
  ]),
  ...modules.map((area): [string, Subject] => [
    `staff with ${area}`,
    { role: 'staff', permissions: { [area]: { view: true } } },
  ]),
]
const isOpen = (user: Subject, address: string) => mayView(user, address.split('?')[0] ?? '')

test.each(readers)('[PERM-04] the pages of each report that %s may read are open to them', (_who, user) => {
  const read = reports.filter(({ access }) => mayCall(user, access))
  const shut = read.flatMap(({ page, name }) => [page, paths.reportRecords(name)].filter((one) => !isOpen(user, one)))
  expect(shut).toEqual([])
})

test.each(readers)('[PERM-04] each link that %s sees under all reports is open to them', (_who, user) => {
  const links = reportGroupsOf(user).flatMap((group) => group.links)
  expect(links.filter(({ path }) => !isOpen(user, path))).toEqual([])
  // The page that lists the reports is open to everyone who sees a link on it.
  if (links.length > 0) expect(isOpen(user, paths.allReports)).toBe(true)
})
