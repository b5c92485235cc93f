/** Labels of form fields whose names differ from their labels. */
const labels: Record<string, string> = {
  account: 'Customer',
  orderLines: 'Lines',
  charges: 'Services and fees',
  discountKind: 'Discount',
  discountValue: 'Discount',
  sku: 'SKU',
  moq: 'Minimum order quantity',
  pcsPerCase: 'Pieces per case',
  supplierCode: "Supplier's code",
  leadTimeDays: 'Lead time',
  lotControlled: 'Lot-tracked',
  noExpiry: 'Does not expire',
  manufacturedOn: 'Made on',
  followUpDate: 'Follow-up date',
  paymentTermsDays: 'Payment terms',
  minShelfLifeDays: 'Minimum shelf life',
  startsAt: 'Leaves at',
  hasColdBox: 'Has a cold box',
  maxKg: 'Capacity by weight',
  maxPackages: 'Capacity by packages',
}

/** Labels that only one form uses, by the record's type in one word. */
const ownLabels: Record<string, Record<string, string>> = {
  address: { kind: 'Use' },
  attribute: { choices: 'Values' },
  contact: { side: 'Works for' },
  customer: { notes: 'About' },
  supplier: { notes: 'About' },
  'mail server': { host: 'Server', username: 'User', savedPassword: 'Password' },
  prospect: { contact: 'Contact person' },
  driver: { vehicle: 'Default vehicle' },
  kit: { components: 'Items', quantity: 'Kits to pack now' },
  product: { barcode: 'Barcode / GTIN', controlled: 'Controlled substance' },
  'purchase order': { location: 'Deliver to' },
  'raw material': { cost: 'Unit cost' },
  'service type': { price: 'List price', unit: 'Per' },
  settings: {
    nearExpiryDays: 'Near expiry',
    minimumShelfLifeDays: 'Minimum shelf life',
    futureDays: 'Future dates',
    overReceiptPercent: 'Over-receipt tolerance',
    leadTimeDays: 'Default lead time',
    coverDays: 'Days of cover',
    serviceLevelPercent: 'Service level',
    gs1Prefix: 'GS1 company prefix',
    signature: 'Signature at the door',
    photo: 'Photo at the door',
    scan: 'Drivers scan every package as they hand it over',
    requireSecondFactorForAdmins: 'Administrators need a second factor',
    taxOfNewLines: 'Tax of a new line',
    remindsByItself: 'Email reminders for overdue invoices',
    remindsAfterDays: 'Days of the reminders',
  },
  transfer: { lines: 'Items' },
}

/** The label of a field in the form of `what`. A field `vehicleId` appears in the reply as the record `vehicle`. */
export function fieldLabel(what: string, name: string): string {
  const field = name.replace(/Id$/, '')
  return ownLabels[what]?.[field] ?? labels[field] ?? spoken(field)
}

const spoken = (name: string) => {
  if (/^[A-Z]/.test(name)) return name
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
