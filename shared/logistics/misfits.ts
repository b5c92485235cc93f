export const misfits = [
  'TOO_HEAVY',
  'TOO_MANY_PACKAGES',
  'NO_COLD_BOX',
  'OUTSIDE_WINDOW',
  'BEYOND_HOURS',
  'NO_ROOM',
  'NO_TIME_LEFT',
  'NO_PLACE',
  'BLOCKED',
] as const
/** Why a stop is on no route; the last two are set by the caller: it has no coordinates, its goods may not leave. */
export type Misfit = (typeof misfits)[number]
export const misfitWords: Record<Misfit, string> = {
  TOO_HEAVY: 'Heavier than any vehicle carries',
  TOO_MANY_PACKAGES: 'More packages than any vehicle takes',
  NO_COLD_BOX: 'No vehicle has a cold box',
  OUTSIDE_WINDOW: "Can't be reached in the customer's delivery window",
  BEYOND_HOURS: "Too far for any driver's working hours",
  NO_ROOM: 'No room left in the vehicles or in the drivers’ hours',
  NO_TIME_LEFT: 'No driver and vehicle has enough time left that day',
  NO_PLACE: 'The address has no coordinates',
  BLOCKED: 'It holds lots that may not leave',
}
