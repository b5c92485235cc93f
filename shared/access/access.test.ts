import { describe, expect, test } from 'vitest'
import { can, mayCall, type Subject } from './can.ts'
import { areasOf, mayView, menu, menuOf } from './menu.ts'
import { flags, modules, roleDefaults, roles } from './roles.ts'

const subject = (role: Subject['role'], permissions: Subject['permissions'] = roleDefaults[role]): Subject => ({
  role,
  permissions,
})

describe('roles and permissions', () => {
  test('[PERM-01] has the roles and modules of the specification; no permission is granted by default', () => {
    expect(roles).toEqual(['admin', 'staff', 'driver', 'customer', 'sales_rep'])
    expect([...modules].toSorted()).toEqual(
      [
        'inventory',
        'crm',
        'invoices',
        'purchaseOrders',
        'shipping',
        'routes',
        'retention',
        'users',
        'salesOrders',
        'reports',
        'dashboard',
        'rawmaterials',
      ].toSorted(),
    )
    for (const module of modules)
      for (const flag of flags) expect(can(subject('staff', {}), `${module}.${flag}`)).toBe(false)
  })

  test('[PERM-02] grants each role its default permissions', () => {
    const granted = (role: Subject['role']) =>
      modules
        .flatMap((module) =>
          flags.filter((flag) => can(subject(role), `${module}.${flag}`)).map((flag) => `${module}.${flag}`),
        )
        .toSorted()
    expect(granted('staff')).toEqual(['crm.view', 'dashboard.view', 'inventory.view', 'rawmaterials.view'])
    expect(granted('driver')).toEqual(['dashboard.view', 'routes.view', 'shipping.edit', 'shipping.view'])
    expect(granted('sales_rep')).toEqual([
      'crm.edit',
      'crm.view',
      'dashboard.view',
      'salesOrders.edit',
      'salesOrders.view',
    ])
    expect(granted('customer')).toEqual([])
    const full = [
      'inventory',
      'rawmaterials',
      'crm',
      'invoices',
      'purchaseOrders',
      'shipping',
      'retention',
      'routes',
      'users',
      'salesOrders',
    ]
    for (const module of full) for (const flag of flags) expect(granted('admin')).toContain(`${module}.${flag}`)
    for (const module of modules) expect(granted('admin')).toContain(`${module}.view`)
  })

  test('[PERM-02] the administrator role alone grants every view permission, but no edit permission', () => {
    for (const module of modules) expect(can(subject('admin', {}), `${module}.view`)).toBe(true)
    expect(can(subject('admin', {}), 'inventory.edit')).toBe(false)
  })

  test('a customer may call no route that needs a permission, even with that permission set', () => {
    expect(mayCall(subject('customer', { inventory: { view: true } }), 'inventory.view')).toBe(false)
    expect(mayCall(null, 'session')).toBe(false)
    expect(mayCall(subject('customer'), 'session')).toBe(true)
  })
})

describe('the menu', () => {
  test('[SHELL-01] has the groups and links of the specification', () => {
    expect(menu.map((group) => [group.label, group.links.map((link) => link.label)])).toEqual([
      ['Dashboard', ['Overview', 'Address Book']],
      ['Accounts', ['Customer List', 'Prospect List', 'Supplier List', 'Sales Opportunities']],
      [
        'Inventory',
        [
          'Inventory List',
          'Stock Transfers',
          'Kitting & Bundles',
          'Categories',
          'Locations & Zones',
          'Raw Materials List',
          'Service Types',
        ],
      ],
      ['Orders', ['Sales Orders', 'Purchase Orders', 'Estimates', 'Invoices']],
      ['Reports', ['Analytics', 'Sales Reports', 'Inventory Reports']],
      ['Logistics', ['Shipping', 'Routes']],
      ['Marketing', ['Retention']],
      ['Administration', ['User Management']],
    ])
  })

  test('[PERM-04] maps each path to the modules of the specification', () => {
    const areas: Record<string, string[]> = {
      '/crm/dashboard': ['dashboard'],
      '/crm/inventory': ['inventory'],
      '/crm/inventory/edit/1': ['inventory'],
      '/inventory/raw-materials/add': ['rawmaterials'],
      '/crm/accounts': ['crm'],
      '/crm/customers': ['crm'],
      '/crm/suppliers': ['crm'],
      '/crm/prospects': ['crm'],
      '/crm/address-book': ['crm'],
      '/crm/salesopportunities': ['crm'],
      '/orders/invoices/view/1': ['invoices'],
      '/orders/returns': ['invoices'],
      '/orders/purchase-orders': ['purchaseOrders'],
      '/orders/sales-orders/view/1': ['salesOrders'],
      '/orders/estimates': ['salesOrders'],
      '/logistics/shipping': ['shipping'],
      '/logistics/delivery-status': ['shipping'],
      '/logistics/driver-portal': ['shipping'],
      '/logistics/routes': ['routes'],
      '/marketing/retention': ['retention'],
      '/crm/users': ['users'],
      '/inventory/stock-transfers': ['inventory'],
      '/inventory/kitting-bundles': ['inventory'],
      '/inventory/categories': ['inventory'],
      '/inventory/attributes': ['inventory'],
      '/inventory/locations-zones': ['inventory'],
      '/inventory/service-types': ['inventory'],
      '/reports': ['invoices'],
      '/reports/sales': ['invoices'],
      '/reports/deleted': ['invoices'],
      '/reports/inventory': ['inventory', 'invoices'],
      '/reports/saved': ['invoices', 'inventory', 'crm', 'routes'],
      '/reports/all': ['invoices', 'inventory', 'crm', 'routes'],
      '/reports/margin': ['invoices'],
      '/reports/landed-cost/records': ['inventory', 'invoices'],
      '/reports/stock-value': ['inventory', 'invoices'],
      '/reports/receivables': ['invoices'],
      '/reports/deliveries': ['routes', 'invoices'],
      '/reports/prospects/records': ['crm', 'invoices'],
    }
    for (const [path, expected] of Object.entries(areas)) expect([path, areasOf(path)]).toEqual([path, expected])
    expect([areasOf('/settings'), areasOf('/profile')]).toEqual([null, null])
  })

  test('[SHELL-02] shows only the links that the user may view; an administrator sees all', () => {
    expect(menuOf(subject('admin'))).toEqual(menu)
    expect(menuOf(subject('admin', {}))).toEqual(menu)
    expect(menuOf(subject('customer'))).toEqual([])
    const labels = menuOf(subject('sales_rep')).flatMap((group) => group.links.map((link) => link.label))
    expect(labels).toEqual([
      'Overview',
      'Address Book',
      'Customer List',
      'Prospect List',
      'Supplier List',
      'Sales Opportunities',
      'Sales Orders',
      'Estimates',
    ])
    expect(mayView(subject('staff'), '/reports/inventory')).toBe(true)
    expect(mayView(subject('staff'), '/reports/sales')).toBe(false)
    const accountant = subject('staff', { invoices: { view: true }, users: { view: true } })
    for (const path of ['/reports/activity', '/reports/activity/records']) {
      expect([path, mayView(accountant, path)]).toEqual([path, false])
      expect([path, mayView(subject('admin'), path)]).toEqual([path, true])
    }
  })
})
