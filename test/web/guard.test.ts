import { describe, expect, test } from 'vitest'
import { menu } from '#shared/access/menu.ts'
import { type Permissions, type Role, roleDefaults, roles } from '#shared/access/roles.ts'
import type { User } from '#shared/identity/user.ts'
import { paths } from '#web/paths.ts'
import { homeOf, originOf, redirectOf } from '#web/session/guard.ts'

const as = (role: Role, permissions: Permissions = roleDefaults[role]): User => ({
  id: '019c0000-0000-7000-8000-000000000001',
  email: 'ana@example.com',
  name: 'Ana Ruiz',
  role,
  phone: null,
  permissions,
  deviceId: null,
  suspended: false,
})
const menuPaths = menu.flatMap((group) => group.links.map((link) => link.path as string))
const publicPages = [
  '/crm/login',
  '/crm/register',
  '/setup-first-admin',
  '/crm/customer-portal/login',
  '/crm/customer-portal/set-password',
  '/reset-password',
]

describe('nobody signed in', () => {
  test('[NAV-01] [NAV-15] reaches the six public pages and no other', () => {
    for (const path of publicPages) expect(redirectOf(null, path)).toBeNull()
    for (const path of [...menuPaths, '/', '/profile', '/settings', '/nothing', '/logistics/driver-portal'])
      expect(redirectOf(null, path)).toBe('/crm/login')
  })
  test('[NAV-15] a customer page leads to the customers’ login', () => {
    expect(redirectOf(null, '/crm/customer-portal')).toBe('/crm/customer-portal/login')
    expect(redirectOf(null, '/crm/customer-portal/orders/1')).toBe('/crm/customer-portal/login')
    expect(redirectOf(null, '/crm/customer-portals')).toBe('/crm/login')
  })
})

describe('signed in', () => {
  test('[NAV-16] a login page leads home', () => {
    expect(redirectOf(as('customer'), '/crm/login')).toBe('/crm/customer-portal')
    expect(redirectOf(as('staff'), '/crm/customer-portal/login')).toBe('/crm/dashboard')
    expect(redirectOf(as('driver'), '/crm/login')).toBe('/logistics/driver-portal')
  })
  test('[NAV-17] a customer stays in the portal, and nobody else gets in', () => {
    for (const path of [...menuPaths, '/profile', '/settings', '/logistics/driver-portal'])
      expect(redirectOf(as('customer'), path)).toBe('/crm/customer-portal')
    expect(redirectOf(as('customer'), '/crm/customer-portal/orders')).toBeNull()
    for (const role of ['admin', 'staff', 'sales_rep'] as const)
      expect(redirectOf(as(role), '/crm/customer-portal')).toBe('/crm/dashboard')
  })
  test('[NAV-18] a driver stays in the driver portal; profile and settings are open', () => {
    for (const path of menuPaths) expect(redirectOf(as('driver'), path)).toBe('/logistics/driver-portal')
    for (const path of [paths.driverPortal, paths.driverRoute('1'), paths.profile, paths.settings])
      expect(redirectOf(as('driver'), path)).toBeNull()
  })
  test('[NAV-19] without the right to view a page the way leads to the dashboard', () => {
    expect(redirectOf(as('staff'), '/crm/users')).toBe('/crm/dashboard')
    expect(redirectOf(as('staff'), '/orders/invoices/view/1')).toBe('/crm/dashboard')
    expect(redirectOf(as('staff'), '/crm/inventory/edit/1')).toBeNull()
    expect(redirectOf(as('admin', {}), '/crm/users')).toBeNull()
  })
  test('[NAV-19] another spelling of an address is no way around', () => {
    for (const path of ['/CRM/Users', '/crm/users/', '/crm//users', '/crm/%75sers', '//crm/users'])
      expect(redirectOf(as('staff'), path), path).toBe('/crm/dashboard')
    expect(redirectOf(null, '/crm/%E0%A4%A')).toBe('/crm/login')
  })
  test('the import is for administrators', () => {
    expect(redirectOf(as('staff'), paths.imports)).toBe('/crm/dashboard')
    expect(redirectOf(as('admin'), paths.imports)).toBeNull()
  })
})

describe('home', () => {
  test('[AUTH-10] by role, then by what may be viewed', () => {
    expect(homeOf(as('driver')).path).toBe('/logistics/driver-portal')
    expect(homeOf(as('customer')).path).toBe('/crm/customer-portal')
    expect(homeOf(as('admin', {})).path).toBe('/crm/dashboard')
    expect(homeOf(as('staff')).path).toBe('/crm/dashboard')
    expect(homeOf(as('staff', { crm: { view: true }, inventory: { view: true } })).path).toBe('/crm/customers')
    expect(homeOf(as('sales_rep', { inventory: { view: true } })).path).toBe('/crm/inventory')
    expect(homeOf(as('staff', { users: { view: true } }))).toEqual({ path: '/profile', isLimited: true })
  })
  test('everybody may stay at home', () => {
    const sets: Permissions[] = [
      {},
      { dashboard: { view: true } },
      { crm: { view: true } },
      { inventory: { view: true } },
    ]
    for (const role of roles)
      for (const permissions of [...sets, roleDefaults[role]])
        expect(redirectOf(as(role, permissions), homeOf(as(role, permissions)).path), role).toBeNull()
  })
})

describe('[NAV-15] the page that was asked for first', () => {
  const isKnown = (path: string) => menuPaths.includes(path) || path === '/profile'
  const origin = (from: unknown, user = as('admin')) => originOf(from, user, isKnown)

  test('is opened with its search and its fragment', () => {
    expect(origin('/orders/sales-orders?status=PENDING#top')).toBe('/orders/sales-orders?status=PENDING#top')
  })
  test('is not opened when the role may not see it', () => {
    expect(origin('/crm/users', as('staff'))).toBeNull()
    expect(origin('/crm/users', as('driver'))).toBeNull()
    expect(origin('/profile', as('driver'))).toBe('/profile')
  })
  test('is never another site, an unknown page or a login', () => {
    const evil = ['//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example/crm/users', '/\t/evil']
    for (const from of [...evil, '/.//evil.example', '/nothing', '/crm/login', 'crm/users', '', null, 7, {}])
      expect(origin(from), String(from)).toBeNull()
  })
})
