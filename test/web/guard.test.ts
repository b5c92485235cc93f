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

describe('not logged in', () => {
  test('[NAV-01] [NAV-15] only the six public pages are open; all others redirect to the login', () => {
    for (const path of publicPages) expect(redirectOf(null, path)).toBeNull()
    for (const path of [...menuPaths, '/', '/profile', '/settings', '/nothing', '/logistics/driver-portal'])
      expect(redirectOf(null, path)).toBe('/crm/login')
  })
  test('pages of mailed links are open to everyone, logged in or not', () => {
    for (const path of ['/estimate', '/unsubscribe/0b0f7c1e-8f4e-4f0e-9d53-2d1c5e0a7a11'])
      for (const user of [null, ...roles.map((role) => as(role))]) expect(redirectOf(user, path)).toBeNull()
    expect(redirectOf(null, '/unsubscribed')).toBe('/crm/login')
  })
  test('[NAV-15] a customer portal page redirects to the customer login', () => {
    expect(redirectOf(null, '/crm/customer-portal')).toBe('/crm/customer-portal/login')
    expect(redirectOf(null, '/crm/customer-portal/orders/1')).toBe('/crm/customer-portal/login')
    expect(redirectOf(null, '/crm/customer-portals')).toBe('/crm/login')
  })
})

describe('logged in', () => {
  test('[NAV-16] a login page redirects to the user’s home page', () => {
    expect(redirectOf(as('customer'), '/crm/login')).toBe('/crm/customer-portal')
    expect(redirectOf(as('staff'), '/crm/customer-portal/login')).toBe('/crm/dashboard')
    expect(redirectOf(as('driver'), '/crm/login')).toBe('/logistics/driver-portal')
  })
  test('[NAV-17] customers are redirected to the portal, and other roles away from it', () => {
    for (const path of [...menuPaths, '/profile', '/settings', '/logistics/driver-portal'])
      expect(redirectOf(as('customer'), path)).toBe('/crm/customer-portal')
    expect(redirectOf(as('customer'), '/crm/customer-portal/orders')).toBeNull()
    for (const role of ['admin', 'staff', 'sales_rep'] as const)
      expect(redirectOf(as(role), '/crm/customer-portal')).toBe('/crm/dashboard')
  })
  test('[NAV-18] drivers are redirected to the driver portal; profile and settings are open', () => {
    for (const path of menuPaths) expect(redirectOf(as('driver'), path)).toBe('/logistics/driver-portal')
    for (const path of [paths.driverPortal, paths.driverRoute('1'), paths.profile, paths.settings])
      expect(redirectOf(as('driver'), path)).toBeNull()
  })
  test('[NAV-19] a page without view permission redirects to the dashboard', () => {
    expect(redirectOf(as('staff'), '/crm/users')).toBe('/crm/dashboard')
    expect(redirectOf(as('staff'), '/orders/invoices/view/1')).toBe('/crm/dashboard')
    expect(redirectOf(as('staff'), '/crm/inventory/edit/1')).toBeNull()
    expect(redirectOf(as('admin', {}), '/crm/users')).toBeNull()
  })
  test('[NAV-19] other spellings of a path do not bypass the permission check', () => {
    for (const path of ['/CRM/Users', '/crm/users/', '/crm//users', '/crm/%75sers', '//crm/users'])
      expect(redirectOf(as('staff'), path), path).toBe('/crm/dashboard')
    expect(redirectOf(null, '/crm/%E0%A4%A')).toBe('/crm/login')
  })
  test('the import page is for administrators only', () => {
    expect(redirectOf(as('staff'), paths.imports)).toBe('/crm/dashboard')
    expect(redirectOf(as('admin'), paths.imports)).toBeNull()
  })
})

describe('home page', () => {
  test('[AUTH-10] depends on the role, then on view permissions', () => {
    expect(homeOf(as('driver')).path).toBe('/logistics/driver-portal')
    expect(homeOf(as('customer')).path).toBe('/crm/customer-portal')
    expect(homeOf(as('admin', {})).path).toBe('/crm/dashboard')
    expect(homeOf(as('staff')).path).toBe('/crm/dashboard')
    expect(homeOf(as('staff', { crm: { view: true }, inventory: { view: true } })).path).toBe('/crm/customers')
    expect(homeOf(as('sales_rep', { inventory: { view: true } })).path).toBe('/crm/inventory')
    expect(homeOf(as('staff', { users: { view: true } }))).toEqual({ path: '/profile', isLimited: true })
  })
  test('is open to every role with any permissions', () => {
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

describe('[NAV-15] the page requested before login', () => {
  const isKnown = (path: string) => menuPaths.includes(path) || path === '/profile'
  const origin = (from: unknown, user = as('admin')) => originOf(from, user, isKnown)

  test('opens with its query and fragment', () => {
    expect(origin('/orders/sales-orders?status=PENDING#top')).toBe('/orders/sales-orders?status=PENDING#top')
  })
  test('does not open if the role may not view it', () => {
    expect(origin('/crm/users', as('staff'))).toBeNull()
    expect(origin('/crm/users', as('driver'))).toBeNull()
    expect(origin('/profile', as('driver'))).toBe('/profile')
  })
  test('never opens another site, an unknown page or a login, however it is written (W14)', () => {
    const here = 'https://own.invalid'
    for (const from of notOurs) {
      const to = origin(from)
      expect(to, String(from)).toBeNull()
    }
    expect(notOurs.length).toBeGreaterThanOrEqual(40)
    // Whatever is accepted stays on this site, also when parsed as a URL.
    for (const from of ['/profile', '/crm/users?from=//evil.example', '/crm/users#//evil.example', '/crm/./users']) {
      const to = origin(from)
      if (to !== null) expect(new URL(to, here).origin, from).toBe(here)
    }
    expect(origin('/crm/users?next=https://evil.example')).toBe('/crm/users?next=https://evil.example')
  })
})

/** Addresses of other sites or of no page of the app, written in known ways to bypass such checks. */
const notOurs: unknown[] = [
  '//evil.example',
  '///evil.example',
  '////evil.example/crm/users',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '\\evil.example/crm/users',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/../..//evil.example',
  '/crm/..//evil.example',
  '/%2F/evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example/crm/users',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'http://localhost@evil.example/crm/users',
  'https://own.invalid.evil.example/crm/users',
  'https://own.invalid/crm/users',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://own.invalid/1',
  'file:///etc/passwd',
  '@evil.example',
  '.evil.example',
  '/@evil.example',
  '/nothing',
  '/api/auth/logout',
  '/health/live',
  '/assets/index.js',
  '/crm/login',
  '/crm/customer-portal/login',
  '/reset-password',
  '/crm/users/../login',
  '?crm/users',
  '#/crm/users',
  'crm/users',
  '/',
  '',
  null,
  undefined,
  7,
  {},
  ['/crm/users'],
]
