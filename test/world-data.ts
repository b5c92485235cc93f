/* The demo company's goods and customers. Quantities in pieces, prices in the company's currency. */

export const categories = [
  ['Gloves & protection', 'What stands between hand and patient'],
  ['Injection & infusion', 'Syringes, needles, sets and cannulas'],
  ['Wound care', 'Dressings, bandages, sutures'],
  ['Medicines', 'Kept by lot and expiry'],
  ['Diagnostics', 'Rapid tests and reagents'],
  ['Equipment', 'Devices and their parts'],
] as const

/** Name, unit, list price, and what it is. */
export const services = [
  ['Installation on site', 'visit', '120.00', 'Setting up devices and showing how they are used'],
  ['Training of ward staff', 'hour', '65.00', 'For up to ten people'],
  ['Express delivery', 'delivery', '18.00', 'The same day, within the city'],
] as const

export const suppliers = [
  ['Meridian Gloves', 'Malaysia'],
  ['Nordfluss Medical', 'Germany'],
  ['Pharmagen Laboratories', 'India'],
  ['Clearline Diagnostics', 'United States'],
  ['Tideway Instruments', 'United Kingdom'],
] as const

/** Kind, values, and by the name of a product which of them it has. */
export const attributes = [
  [
    'Sterile',
    'choice',
    ['Yes', 'No'],
    (name: string) => (/steril|needle|cannula|suture|syringe/i.test(name) ? 'Yes' : 'No'),
  ],
  ['Latex free', 'choice', ['Yes', 'No'], (name: string) => (/glove|cannula|infusion/i.test(name) ? 'Yes' : null)],
] as const

/** Of the first location, and the products that are kept in each. */
export const zones = [
  ['Aisle A', 'storage', 'Gloves, masks and drapes', /glove|mask|gauze|bandage|plaster/i],
  ['Aisle B', 'storage', 'Needles, syringes and infusion sets', /needle|syringe|cannula|suture|infusion|chloride/i],
  ['Cold room', 'cold', '2 to 8 °C, logged every 10 minutes', /insulin|oxytocin|vaccine/i],
  ['Pick front', 'picking', null, /paracetamol|amoxicillin/i],
] as const

export const locations = [
  ['Central Warehouse', 'Warehouse', '12 Dock Street', 5.2996, -4.0127],
  ['North Depot', 'Warehouse', '4 Ring Road', 7.6906, -5.0303],
  ['Assembly Works', 'Factory', '88 Mill Lane', 5.3453, -4.0244],
] as const

export interface DemoProduct {
  name: string
  sku: string
  category: number
  supplier: number
  price: string
  cost: string
  pcsPerCase: number
  stock: number
  /** Lots as [number, days until it expires, pieces]; without them the product is kept without lots. */
  lots?: readonly (readonly [string, number, number])[]
  coldChain?: boolean
  reorderPoint?: number
  details?: { size?: string; color?: string; weight?: string }
}

export const products: readonly DemoProduct[] = [
  {
    name: 'Nitrile examination gloves, M',
    sku: 'GLV-NIT-M',
    category: 0,
    supplier: 0,
    price: '0.0890',
    cost: '0.0520',
    pcsPerCase: 1000,
    stock: 48_000,
    reorderPoint: 20_000,
    details: { size: 'M', color: 'Blue' },
  },
  {
    name: 'Nitrile examination gloves, L',
    sku: 'GLV-NIT-L',
    category: 0,
    supplier: 0,
    price: '0.0890',
    cost: '0.0520',
    pcsPerCase: 1000,
    stock: 12_000,
    reorderPoint: 20_000,
    details: { size: 'L', color: 'Blue' },
  },
  {
    name: 'Sterile surgical gloves, 7.5',
    sku: 'GLV-SUR-75',
    category: 0,
    supplier: 0,
    price: '0.62',
    cost: '0.38',
    pcsPerCase: 200,
    stock: 4_000,
    reorderPoint: 1_000,
    details: { size: '7.5' },
  },
  {
    name: 'Surgical mask, type IIR',
    sku: 'MSK-IIR',
    category: 0,
    supplier: 0,
    price: '0.0750',
    cost: '0.0310',
    pcsPerCase: 2000,
    stock: 60_000,
    reorderPoint: 15_000,
  },
  {
    name: 'Respirator FFP2',
    sku: 'MSK-FFP2',
    category: 0,
    supplier: 0,
    price: '0.48',
    cost: '0.24',
    pcsPerCase: 400,
    stock: 0,
    reorderPoint: 2_000,
  },
  {
    name: 'Syringe 5 ml, luer lock',
    sku: 'SYR-5',
    category: 1,
    supplier: 1,
    price: '0.0680',
    cost: '0.0390',
    pcsPerCase: 1200,
    stock: 30_000,
    reorderPoint: 6_000,
  },
  {
    name: 'Syringe 10 ml, luer lock',
    sku: 'SYR-10',
    category: 1,
    supplier: 1,
    price: '0.0910',
    cost: '0.0540',
    pcsPerCase: 1200,
    stock: 24_000,
    reorderPoint: 6_000,
  },
  {
    name: 'Hypodermic needle 21G',
    sku: 'NDL-21G',
    category: 1,
    supplier: 1,
    price: '0.0290',
    cost: '0.0140',
    pcsPerCase: 5000,
    stock: 80_000,
    reorderPoint: 10_000,
  },
  {
    name: 'IV cannula 20G',
    sku: 'CAN-20G',
    category: 1,
    supplier: 1,
    price: '0.74',
    cost: '0.41',
    pcsPerCase: 500,
    stock: 6_500,
    reorderPoint: 1_500,
  },
  {
    name: 'Infusion set, gravity',
    sku: 'INF-SET',
    category: 1,
    supplier: 1,
    price: '0.88',
    cost: '0.47',
    pcsPerCase: 250,
    stock: 900,
    reorderPoint: 1_000,
  },
  {
    name: 'Gauze swabs 10 × 10 cm, sterile',
    sku: 'GZE-1010',
    category: 2,
    supplier: 1,
    price: '0.0430',
    cost: '0.0210',
    pcsPerCase: 4800,
    stock: 96_000,
    reorderPoint: 20_000,
    details: { size: '10 × 10 cm' },
  },
  {
    name: 'Crepe bandage 10 cm',
    sku: 'BND-10',
    category: 2,
    supplier: 1,
    price: '0.57',
    cost: '0.29',
    pcsPerCase: 240,
    stock: 5_200,
    reorderPoint: 1_200,
  },
  {
    name: 'Suture, polyglactin 2-0',
    sku: 'SUT-20',
    category: 2,
    supplier: 4,
    price: '3.95',
    cost: '2.30',
    pcsPerCase: 36,
    stock: 1_440,
    reorderPoint: 360,
  },
  {
    name: 'Paracetamol 500 mg, 100 tablets',
    sku: 'MED-PAR-500',
    category: 3,
    supplier: 2,
    price: '1.12',
    cost: '0.64',
    pcsPerCase: 60,
    stock: 0,
    lots: [
      ['PC2407', 45, 800],
      ['PC2511', 400, 3_000],
      ['PC2602', 640, 4_200],
    ],
    reorderPoint: 1_500,
  },
  {
    name: 'Amoxicillin 500 mg, 100 capsules',
    sku: 'MED-AMX-500',
    category: 3,
    supplier: 2,
    price: '4.38',
    cost: '2.75',
    pcsPerCase: 48,
    stock: 0,
    lots: [
      ['AX119', 120, 960],
      ['AX131', 510, 2_400],
    ],
    reorderPoint: 800,
  },
  {
    name: 'Artemether/lumefantrine 20/120 mg, 24 tablets',
    sku: 'MED-AL-24',
    category: 3,
    supplier: 2,
    price: '1.46',
    cost: '0.92',
    pcsPerCase: 100,
    stock: 0,
    lots: [
      ['AL7702', 20, 300],
      ['AL7811', 330, 5_000],
    ],
    reorderPoint: 2_000,
  },
  {
    name: 'Insulin, soluble 100 IU/ml, 10 ml',
    sku: 'MED-INS-10',
    category: 3,
    supplier: 2,
    price: '8.90',
    cost: '6.10',
    pcsPerCase: 10,
    stock: 0,
    lots: [
      ['IN5510', 75, 120],
      ['IN5563', 260, 400],
    ],
    coldChain: true,
    reorderPoint: 150,
  },
  {
    name: 'Oxytocin 10 IU/ml, 10 ampoules',
    sku: 'MED-OXY-10',
    category: 3,
    supplier: 2,
    price: '5.60',
    cost: '3.85',
    pcsPerCase: 20,
    stock: 0,
    lots: [['OX900', 190, 260]],
    coldChain: true,
    reorderPoint: 200,
  },
  {
    name: 'Sodium chloride 0.9 %, 500 ml',
    sku: 'MED-NACL-500',
    category: 3,
    supplier: 1,
    price: '0.96',
    cost: '0.55',
    pcsPerCase: 20,
    stock: 0,
    lots: [
      ['NC44', 420, 6_000],
      ['NC51', 700, 4_000],
    ],
    reorderPoint: 2_000,
    details: { weight: '0.54' },
  },
  {
    name: 'HIV rapid test, 30 tests',
    sku: 'DX-HIV-30',
    category: 4,
    supplier: 3,
    price: '31.50',
    cost: '24.00',
    pcsPerCase: 20,
    stock: 0,
    lots: [
      ['DT1180', 60, 40],
      ['DT1207', 300, 220],
    ],
    reorderPoint: 60,
  },
  {
    name: 'Malaria rapid test, 25 tests',
    sku: 'DX-MAL-25',
    category: 4,
    supplier: 3,
    price: '14.75',
    cost: '9.80',
    pcsPerCase: 40,
    stock: 0,
    lots: [['ML330', 280, 350]],
    reorderPoint: 100,
  },
  {
    name: 'Urine test strips, 100',
    sku: 'DX-URI-100',
    category: 4,
    supplier: 3,
    price: '6.20',
    cost: '3.70',
    pcsPerCase: 50,
    stock: 640,
    reorderPoint: 150,
  },
  {
    name: 'Pulse oximeter, fingertip',
    sku: 'EQP-OXI',
    category: 5,
    supplier: 4,
    price: '27.00',
    cost: '15.50',
    pcsPerCase: 50,
    stock: 180,
    reorderPoint: 40,
  },
  {
    name: 'Blood pressure monitor, arm',
    sku: 'EQP-BPM',
    category: 5,
    supplier: 4,
    price: '39.90',
    cost: '24.20',
    pcsPerCase: 12,
    stock: 96,
    reorderPoint: 24,
  },
]

export const customers = [
  ['Riverside District Hospital', 'RDH', 'distributor', 45, 5.5571, -0.2012],
  ['Hilltop Teaching Hospital', 'HTH', 'highVolume', 60, 6.6885, -1.6244],
  ['Coastal Mother and Child Clinic', 'CMC', 'wholesale', 30, 4.8968, -1.7553],
  ['Lakeview Surgical Centre', 'LSC', 'wholesale', 30, 6.0833, 0.0167],
  ['Green Valley Health Post', 'GVH', 'retail', 14, 7.3349, -2.3123],
  ['Old Town Pharmacy', 'OTP', 'retail', 14, 5.1053, -1.2466],
  ['Savanna Field Hospital', 'SFH', 'distributor', 45, 9.4034, -0.8424],
  ['Union Dialysis Centre', 'UDC', 'wholesale', 30, 6.1, 0.4667],
] as const
