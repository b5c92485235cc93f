import { exportedList, moment } from '#server/delivery/exported-list.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { roleNames } from '#shared/identity/role-names.ts'

export const userExport = exportedList('users', usersApi.list, {
  name: ['Name', (row) => row.name],
  email: ['Email', (row) => row.email],
  phone: ['Phone', (row) => row.phone],
  role: ['Role', (row) => roleNames[row.role]],
  account: ['Customer', (row) => row.accountName],
  status: ['Status', (row) => (row.suspended ? 'Suspended' : row.hasPassword ? 'Active' : 'Invited')],
  lastSignInAt: ['Last sign-in', (row) => moment(row.lastSignInAt)],
  secondFactor: ['Second factor', (row) => row.hasSecondFactor],
  createdAt: ['Added', (row) => moment(row.createdAt)],
})
