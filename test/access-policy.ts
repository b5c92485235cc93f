import type { Right } from '#shared/http/route.ts'

/**
 * Who may call what, written by hand and apart from the code: test/access.test.ts holds the server to it.
 * `everybody` · `signed-in` · `staff` (all but customers) · `administrators` · one right or several of which one suffices.
 */
type Policy = 'everybody' | 'signed-in' | 'staff' | 'administrators' | Right | readonly Right[]

const seesOrders = 'salesOrders.view'
const sells = 'salesOrders.edit'
const ships = 'shipping.edit'

export const accessPolicy: Record<string, Policy> = {
  'GET /api/auth/setup-first-admin': 'everybody',
  'POST /api/auth/setup-first-admin': 'everybody',
  'POST /api/auth/register': 'everybody',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/logout': 'everybody',
  'GET /api/auth/profile': 'staff',
  'GET /api/auth/customer-portal/profile': 'signed-in',
  'POST /api/registration-links': 'administrators',

  'GET /api/settings': 'signed-in',
  'PUT /api/settings': 'administrators',

  'GET /api/suppliers': ['crm.view', 'inventory.view', 'purchaseOrders.view'],
  'GET /api/suppliers/:id': ['crm.view', 'inventory.view', 'purchaseOrders.view'],
  'POST /api/suppliers': 'crm.edit',
  'PUT /api/suppliers/:id': 'crm.edit',
  'DELETE /api/suppliers/:id': 'crm.delete',
  'GET /api/accounts': ['crm.view', 'salesOrders.view'],
  'GET /api/accounts/:id': ['crm.view', 'salesOrders.view'],
  'POST /api/accounts': 'crm.edit',
  'PUT /api/accounts/:id': 'crm.edit',
  'DELETE /api/accounts/:id': 'crm.delete',

  'GET /api/categories': 'inventory.view',
  'POST /api/categories': 'inventory.edit',
  'PUT /api/categories/:id': 'inventory.edit',
  'DELETE /api/categories/:id': 'inventory.delete',
  'GET /api/locations': ['inventory.view', 'salesOrders.view'],
  'POST /api/locations': 'inventory.edit',
  'PUT /api/locations/:id': 'inventory.edit',
  'DELETE /api/locations/:id': 'inventory.delete',
  'GET /api/raw-materials': ['rawmaterials.view', 'inventory.edit'],
  'POST /api/raw-materials': 'rawmaterials.edit',
  'GET /api/products': ['inventory.view', 'salesOrders.edit'],
  'GET /api/products/:id': 'inventory.view',
  'POST /api/products': 'inventory.edit',
  'PUT /api/products/:id': 'inventory.edit',
  'DELETE /api/products/:id': 'inventory.delete',
  'POST /api/products/:id/restoration': 'inventory.delete',
  'POST /api/products/:id/stock-additions': 'inventory.edit',
  'POST /api/products/:id/stock-reductions': 'inventory.edit',
  'GET /api/products/:id/stock-history': 'inventory.view',

  'GET /api/sales-orders': seesOrders,
  'GET /api/sales-orders/status-counts': seesOrders,
  'GET /api/sales-orders/:id': seesOrders,
  'GET /api/sales-orders/:id/transitions': seesOrders,
  'POST /api/sales-orders': sells,
  'PUT /api/sales-orders/:id': sells,
  'DELETE /api/sales-orders/:id': 'salesOrders.delete',
  'POST /api/sales-orders/:id/confirmation': sells,
  'POST /api/sales-orders/:id/back-order': sells,
  'POST /api/sales-orders/:id/unconfirmation': sells,
  'POST /api/sales-orders/:id/picking': sells,
  'POST /api/sales-orders/:id/picking-stop': sells,
  'POST /api/sales-orders/:id/readiness': sells,
  'POST /api/sales-orders/:id/reversal': sells,
  'POST /api/sales-orders/:id/assignment': ships,
  'POST /api/sales-orders/:id/unassignment': ships,
  'POST /api/sales-orders/:id/hand-over': ships,
  'POST /api/sales-orders/:id/delivery': ships,
  'POST /api/sales-orders/:id/delivery-failure': ships,
  'POST /api/sales-orders/:id/replanning': ships,
  'POST /api/sales-orders/:id/cancellation': sells,
  'POST /api/sales-orders/:id/reopening': sells,

  'GET /api/invoices': 'invoices.view',
  'GET /api/invoices/:id': 'invoices.view',
  'POST /api/invoices/:id/payments': 'invoices.edit',
  'POST /api/invoices/:id/payment-reset': 'invoices.edit',
  'DELETE /api/invoices/:id': 'invoices.delete',

  'GET /api/dashboard': 'staff',

  'POST /api/imports': 'administrators',
  'GET /api/imports': 'administrators',
  'GET /api/imports/template.csv': 'administrators',
  'GET /api/imports/:id': 'administrators',
  'POST /api/imports/:id/check': 'administrators',
  'POST /api/imports/:id/run': 'administrators',
  'POST /api/imports/:id/cancellation': 'administrators',
  'GET /api/imports/:id/errors.csv': 'administrators',
}
