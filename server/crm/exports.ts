import { exportedList, moment, money } from '#server/delivery/exported-list.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { type Account, crmApi, type Supplier } from '#shared/crm/partners/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'

const activity = (status: 'active' | 'inactive') => (status === 'active' ? 'Active' : 'Inactive')

type Partner = Pick<Account, keyof Supplier & keyof Account>
const partner = {
  name: ['Name', (row: Partner) => row.name],
  email: ['Email', (row: Partner) => row.email],
  phone: ['Phone', (row: Partner) => row.phone],
  address: ['Address', (row: Partner) => row.address],
  country: ['Country', (row: Partner) => row.country],
  latitude: ['Latitude', (row: Partner) => row.latitude],
  longitude: ['Longitude', (row: Partner) => row.longitude],
  taxNumber: ['Tax number', (row: Partner) => row.taxNumber],
  status: ['Status', (row: Partner) => activity(row.status)],
  labels: ['Labels', (row: Partner) => row.labels.join(', ')],
  lastOrderDate: ['Last order', (row: Partner) => row.lastOrderDate],
  notes: ['Notes', (row: Partner) => row.notes],
  createdAt: ['Added', (row: Partner) => moment(row.createdAt)],
} as const

export const customerExport = exportedList(
  'customers',
  crmApi.listAccounts,
  {
    ...partner,
    code: ['Code', (row) => row.code],
    owner: ['Account owner', (row) => row.owner?.name ?? null],
    priceTier: ['Price tier', (row) => priceTierNames[row.priceTier]],
    paymentTermsDays: ['Payment terms, days', (row) => row.paymentTermsDays],
    creditLimit: ['Credit limit', (row) => money(row.creditLimit)],
    minShelfLifeDays: ['Minimum shelf life, days', (row) => row.minShelfLifeDays],
    deliveryWindows: ['Delivery windows', (row) => row.deliveryWindows.map(formatWindow).join('; ')],
    deliveryNote: ['Delivery note', (row) => row.deliveryNote],
    orders: ['Orders', (row) => row.orders],
  },
  'crm.view',
)

export const supplierExport = exportedList(
  'suppliers',
  crmApi.listSuppliers,
  {
    ...partner,
    products: ['Products', (row) => row.products],
  },
  'crm.view',
)

export const contactExport = exportedList('contacts', contactsApi.listContacts, {
  name: ['Name', (row) => row.name],
  position: ['Position', (row) => row.position],
  email: ['Email', (row) => row.email],
  phone: ['Phone', (row) => row.phone],
  affiliation: ['Affiliation', (row) => row.account?.name ?? row.supplier?.name ?? row.affiliation],
  kind: ['Kind', (row) => (row.account ? 'Customer' : row.supplier ? 'Supplier' : null)],
  status: ['Status', (row) => activity(row.status)],
  notes: ['Notes', (row) => row.notes],
  createdAt: ['Added', (row) => moment(row.createdAt)],
  updatedAt: ['Last changed', (row) => moment(row.updatedAt)],
})

export const prospectExport = exportedList('prospects', prospectsApi.listProspects, {
  name: ['Name', (row) => row.name],
  contact: ['Contact', (row) => row.contact],
  email: ['Email', (row) => row.email],
  phone: ['Phone', (row) => row.phone],
  address: ['Address', (row) => row.address],
  country: ['Country', (row) => row.country],
  source: ['Source', (row) => row.source],
  status: ['Status', (row) => row.status],
  followUpDate: ['Follow-up date', (row) => row.followUpDate],
  labels: ['Labels', (row) => row.labels.join(', ')],
  owner: ['Owner', (row) => row.owner?.name ?? null],
  account: ['Customer', (row) => row.account?.name ?? null],
  disqualifyReason: ['Disqualified because', (row) => row.disqualifyReason],
  notes: ['Notes', (row) => row.notes],
  createdAt: ['Added', (row) => moment(row.createdAt)],
})

export const opportunityExport = exportedList('opportunities', opportunitiesApi.listOpportunities, {
  title: ['Opportunity', (row) => row.title],
  account: ['Customer or prospect', (row) => (row.account ?? row.prospect)?.name ?? null],
  stage: ['Stage', (row) => row.stage],
  owner: ['Owner', (row) => row.owner?.name ?? null],
  expectedClose: ['Expected close', (row) => row.expectedClose],
  late: ['Late', (row) => row.late],
  closedAt: ['Closed', (row) => moment(row.closedAt)],
  lostReason: ['Lost because', (row) => row.lostReason],
  value: ['Value', (row) => money(row.value)],
  createdAt: ['Added', (row) => moment(row.createdAt)],
})
