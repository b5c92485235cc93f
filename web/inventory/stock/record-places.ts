import { paths } from '#web/paths.ts'

/** Where a kind of record is listed, and the words for it. */
export type RecordPlace = {
  /** "raw material" */
  what: string
  /** "raw materials" */
  many: string
  list: string
  listName: string
  /** The right to change them, in words. */
  right: string
}

export const rawMaterialPlace: RecordPlace = {
  what: 'raw material',
  many: 'raw materials',
  list: paths.rawMaterials,
  listName: 'raw materials',
  right: 'edit raw materials',
}

export const transferPlace: RecordPlace = {
  what: 'transfer',
  many: 'stock transfers',
  list: paths.stockTransfers,
  listName: 'stock transfers',
  right: 'edit the inventory',
}

export const lotPlace: RecordPlace = {
  what: 'lot',
  many: 'lots',
  list: paths.lots,
  listName: 'lots & expiry',
  right: 'edit the inventory',
}

export const locationPlace: RecordPlace = {
  what: 'location',
  many: 'locations',
  list: paths.locations,
  listName: 'locations & zones',
  right: 'edit the inventory',
}

export const kitPlace: RecordPlace = {
  what: 'kit',
  many: 'kits',
  list: paths.kitList,
  listName: 'kits',
  right: 'edit the inventory',
}

export const kitOrderPlace: RecordPlace = {
  what: 'kit order',
  many: 'kit orders',
  list: paths.kits,
  listName: 'kitting & bundles',
  right: 'edit the inventory',
}

export const productionPlace: RecordPlace = {
  what: 'production run',
  many: 'production runs',
  list: paths.production,
  listName: 'production',
  right: 'edit the inventory',
}

export const recallPlace: RecordPlace = {
  what: 'recall',
  many: 'recalls',
  list: paths.recalls,
  listName: 'recalls',
  right: 'edit the inventory',
}

export const countPlace: RecordPlace = {
  what: 'count',
  many: 'stock counts',
  list: paths.stockCounts,
  listName: 'stock counts',
  right: 'edit the inventory',
}
