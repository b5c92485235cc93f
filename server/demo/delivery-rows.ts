/* Customers, vehicles and drivers of the demo company's own deliveries. */

/** Name, code, address, latitude, longitude, and opening hours for goods; all within a morning's drive. */
export const clinics = [
  ['Plateau Medical Centre', 'PMC', '3 Market Avenue', 5.3235, -4.0189, '08:00', '12:00'],
  ['Lagoon Children’s Hospital', 'LCH', '27 Lagoon Boulevard', 5.3121, -4.0402, '07:30', '11:00'],
  ['Palm Street Pharmacy', 'PSP', '9 Palm Street', 5.2897, -3.9914, '09:00', '18:00'],
  ['Harbour Health Post', 'HHP', '41 Harbour Road', 5.3018, -4.0231, null, null],
  ['Cedar Dental Practice', 'CDP', '5 Cedar Lane', 5.3412, -3.9986, '09:00', '17:00'],
  ['North Gate Clinic', 'NGC', '112 North Gate', 5.3689, -4.0055, '08:00', '16:00'],
  ['Sunrise Maternity Home', 'SMH', '18 Hill Crescent', 5.3574, -3.9667, '08:00', '13:00'],
  ['East End Dialysis', 'EED', '70 East End', 5.3302, -3.9489, '06:30', '10:30'],
  ['Garden City Pharmacy', 'GCP', '2 Garden Square', 5.3466, -4.0418, '09:00', '19:00'],
  ['Stadium Physiotherapy', 'SPH', '15 Stadium Way', 5.3349, -4.0262, '10:00', '18:00'],
  ['Bridge Road Surgery', 'BRS', '88 Bridge Road', 5.3142, -3.9745, null, null],
  ['Westbank Laboratory', 'WBL', '6 Westbank', 5.3388, -4.0715, '07:00', '15:00'],
] as const

/** Name, plate, kg, packages, cold box. */
export const vehicles = [
  ['Van 1', '4821 HK 01', 800, 60, false],
  ['Van 2, refrigerated', '7710 JB 01', 650, 45, true],
  ['Cargo bike', null, 60, 8, false],
] as const

/** Name, address, phone, and the usual vehicle. */
export const drivers = [
  ['Yao Kouassi', 'yao.kouassi@drivers.example', '+225 07 10 20 30 40', 0],
  ['Aminata Traore', 'aminata.traore@drivers.example', '+225 07 11 21 31 41', 1],
  ['Daniel Boateng', 'daniel.boateng@drivers.example', '+225 07 12 22 32 42', 2],
] as const
