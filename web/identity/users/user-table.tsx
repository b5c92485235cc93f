import { Link } from 'react-router'
import { type ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import { call } from '#web/api/client.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { roleNames } from '#shared/identity/role-names.ts'
import { roleOptions } from './role-choice.ts'
import { UserStatus } from './user-status.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const columns: readonly Column<ListedUser>[] = [
  { id: 'name', header: 'Name', cell: (user) => user.name, sortable: true },
  { id: 'email', header: 'Email', cell: (user) => user.email, sortable: true, phone: true },
  { id: 'role', header: 'Role', cell: (user) => roleNames[user.role], phone: true },
  { id: 'status', header: 'Status', cell: (user) => <UserStatus user={user} />, phone: 'corner' },
  {
    id: 'lastSignInAt',
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) =>
      lastSignInAt ? <RelativeTime at={lastSignInAt} /> : <span className="text-muted">Never</span>,
    sortable: true,
    phone: true,
  },
  {
    id: 'secondFactor',
    header: 'Second factor',
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : <span className="text-muted">Off</span>),
  },
]
const states = [
  { value: 'false', label: 'Not suspended' },
  { value: 'true', label: 'Suspended' },
]
const labelOf = (options: readonly { value: string; label: string }[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** The list of users. */
export function UserTable() {
  const list = useListParams(usersApi.list)
  const users = useApiQuery(usersApi.list, { query: list.query }, { keepPrevious: true, untold: true })
  const mayEdit = useCan('users.edit')
  const mayDelete = useCan('users.delete')
  const listPage = useListPage('users', list, users, columns, {
    route: usersApi.list,
    nameOf: ({ name }) => name,
    one: 'user',
    many: 'users',
    acts: [
      mayEdit && {
        label: 'Suspend',
        confirm: 'They are logged out immediately and cannot log in until the suspension is lifted.',
        past: 'suspended',
        act: ({ id }, key) => call(usersApi.suspend, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
      mayEdit && {
        label: 'Lift suspension',
        past: 'allowed to log in again',
        act: ({ id }, key) => call(usersApi.unsuspend, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        past: 'deleted',
        confirm: 'Their sessions end and the accounts are deleted. Their activity history is kept.',
        act: ({ id }, key) => call(usersApi.remove, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  })
  return (
    <div className="flex flex-col gap-1">
      <FilterBar
        search={{ label: 'Search name or email', ...list.search }}
        chips={list.chips({
          role: { label: 'Role', show: labelOf(roleOptions) },
          suspended: { label: 'Status', show: labelOf(states) },
        })}
        onClearAll={list.clearAll}
        total={list.total(users)}
        tools={listPage.tools}
      >
        <FilterSelect label="Role" allLabel="All roles" {...list.filter('role')} options={roleOptions} />
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('suspended')} options={states} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Users"
        rowId={(user) => user.id}
        rowHref={(user) => paths.user(user.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        empty={<NoMatch many="users" onClear={list.clearAll} />}
      />
      {listPage.bulk}
    </div>
  )
}
