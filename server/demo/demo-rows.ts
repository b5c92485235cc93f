/* Rows of the demo company, except for its goods. */

export const historyDays = 85

export const categories = [
  ['Gloves & protection', 'What stands between hand and patient'],
  ['Injection & infusion', 'Syringes, needles, sets and cannulas'],
  ['Wound care', 'Dressings, bandages, sutures'],
  ['Medicines', 'Kept by lot and expiry'],
  ['Diagnostics', 'Rapid tests and reagents'],
  ['Equipment', 'Devices and their parts'],
] as const

/** Name, unit, list price, and description. */
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

/** Kind, values, and a function from a product's name to its value. */
export const attributes = [
  [
    'Sterile',
    'choice',
    ['Yes', 'No'],
    (name: string) => (/steril|needle|cannula|suture|syringe/i.test(name) ? 'Yes' : 'No'),
  ],
  ['Latex free', 'choice', ['Yes', 'No'], (name: string) => (/glove|cannula|infusion/i.test(name) ? 'Yes' : null)],
] as const

/** Zones of the first location, and the products in each. */
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
