import { z } from 'zod'
import { addressKinds } from './address-kinds.ts'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { Account, accountChoice, partnerChoice, partnerStatuses, Supplier } from './api.ts'
import { Coordinates, coordinatesGoTogether } from './coordinates.ts'
import { Label, LabelCounts } from './labels.ts'

/** The kinds, as in their paths. */
export const partnerKinds = ['accounts', 'suppliers'] as const
export type PartnerKindName = (typeof partnerKinds)[number]

export const Address = z.object({
  id: Id,
  kind: z.enum(addressKinds),
  /** "Dock 3". */
  name: z.string().nullable(),
  address: z.string(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  version: Version,
})
export type Address = z.infer<typeof Address>
export const AddressInput = z
  .strictObject({
    kind: z.enum(addressKinds),
    name: optionalText(120),
    address: text(500),
    country: optionalText(80),
    ...Coordinates,
  })
  .refine(...coordinatesGoTogether)

export const PartnerNote = z.object({
  id: Id,
  text: z.string(),
  author: z.object({ id: Id, name: z.string() }),
  createdAt: Timestamp,
  /** Null if it was never edited. */
  editedAt: Timestamp.nullable(),
  version: Version,
})
export type PartnerNote = z.infer<typeof PartnerNote>
const NoteInput = z.strictObject({ text: text(4000) })

const MapPlace = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(partnerStatuses),
  country: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  lastOrderDate: z.string().nullable(),
  /** Orders of a customer, products of a supplier. */
  weight: z.number().int(),
})
export const PartnerMap = z.object({
  places: z.array(MapPlace),
  /** The number of filtered partners without coordinates. */
  unplaced: z.number().int(),
  /** True if there are more with coordinates than the map shows. */
  isCut: z.boolean(),
})
export type PartnerMap = z.infer<typeof PartnerMap>
/** More dots can't be distinguished. */
export const maxMapPlaces = 1000

const { sort: _accountSort, ...accountFilter } = accountChoice
const { sort: _supplierSort, ...supplierFilter } = partnerChoice

const change = {
  status: z.enum(partnerStatuses).optional(),
  addLabel: Label.optional(),
  removeLabel: Label.optional(),
}
const notEmpty = [(value: object) => Object.keys(value).length > 0, 'contains no changes'] as const

/** The parts of customers and suppliers besides their own fields. */
export const partnersApi = {
  mapAccounts: route('GET /api/account-map', {
    access: 'crm.view',
    summary: 'The customers of a filter where they lie.',
    query: z.strictObject(accountFilter),
    reply: PartnerMap,
  }),
  mapSuppliers: route('GET /api/supplier-map', {
    access: 'crm.view',
    summary: 'The suppliers of a filter where they lie.',
    query: z.strictObject(supplierFilter),
    reply: PartnerMap,
  }),
  changeAccount: route('PATCH /api/accounts/:id', {
    access: 'crm.edit',
    summary: 'Updates fields in bulk without a version check; omitted fields are unchanged.',
    params: byId,
    body: z.strictObject({ ...change, priceTier: z.enum(priceTiers).optional() }).refine(...notEmpty),
    emits: ['account_updated'],
    reply: Account,
  }),
  changeSupplier: route('PATCH /api/suppliers/:id', {
    access: 'crm.edit',
    summary: 'Updates fields in bulk without a version check; omitted fields are unchanged.',
    params: byId,
    body: z.strictObject(change).refine(...notEmpty),
    emits: ['account_updated'],
    reply: Supplier,
  }),
  updateAddress: route('PUT /api/addresses/:id', {
    access: 'crm.edit',
    summary: 'Changes an address.',
    params: byId,
    body: AddressInput,
    emits: ['account_updated'],
    reply: Address,
    ifMatch: true,
  }),
  deleteAddress: route('DELETE /api/addresses/:id', {
    access: 'crm.edit',
    summary: 'Deletes an address permanently.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
  updateNote: route('PUT /api/notes/:id', {
    access: 'crm.edit',
    summary: 'Changes one of the caller’s notes.',
    params: byId,
    body: NoteInput,
    emits: ['account_updated'],
    reply: PartnerNote,
    ifMatch: true,
  }),
  deleteNote: route('DELETE /api/notes/:id', {
    access: 'crm.edit',
    summary: 'Deletes one of the caller’s notes permanently.',
    params: byId,
    emits: ['account_updated'],
    reply: null,
  }),
} as const

const partsOf = (kind: PartnerKindName) => ({
  listLabels: route(`GET /api/${kind === 'accounts' ? 'account' : 'supplier'}-labels`, {
    access: 'crm.view',
    summary: 'Labels that are in use, by name, each with how many carry it.',
    reply: LabelCounts,
  }),
  listAddresses: route(`GET /api/${kind}/:id/addresses`, {
    access: 'crm.view',
    summary: 'Delivery and billing addresses, besides the main address.',
    params: byId,
    reply: z.object({ data: z.array(Address) }),
  }),
  addAddress: route(`POST /api/${kind}/:id/addresses`, {
    access: 'crm.edit',
    summary: 'Adds an address; one has at most 50.',
    params: byId,
    body: AddressInput,
    emits: ['account_updated'],
    reply: Address,
    status: 201,
  }),
  listNotes: route(`GET /api/${kind}/:id/notes`, {
    access: 'crm.view',
    summary: 'Notes of a customer or supplier, newest first.',
    params: byId,
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    reply: pageOf(PartnerNote),
  }),
  addNote: route(`POST /api/${kind}/:id/notes`, {
    access: 'crm.edit',
    summary: 'Adds a note.',
    params: byId,
    body: NoteInput,
    emits: ['account_updated'],
    reply: PartnerNote,
    status: 201,
  }),
})

/** The parts of a customer. */
export const accountPartsApi = partsOf('accounts')
/** The parts of a supplier. */
export const supplierPartsApi = partsOf('suppliers')
/** By kind. */
export const partsOfKind = { accounts: accountPartsApi, suppliers: supplierPartsApi } as const
