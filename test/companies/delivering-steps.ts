import { type DeliveringCompany } from './delivering-company.ts'
import { drive, readRoutes } from './delivering-driver.ts'
import { changeRoute, makeRoute, moveOrder, moveParcel, pack, planDay } from './delivering-office.ts'
import type { Chance } from './selling-company.ts'

type Act = (company: DeliveringCompany, chance: Chance) => Promise<void>
const each = <const Names extends readonly string[]>(
  names: Names,
  act: (company: DeliveringCompany, chance: Chance, name: Names[number]) => Promise<void>,
): Act[] => names.map((name) => (company: DeliveringCompany, chance: Chance) => act(company, chance, name))

const byDriver = each(
  ['stop.arrive', 'stop.deliver', 'stop.deliver', 'stop.fail', 'stop.fail', 'stop.undo', 'route.end'] as const,
  drive,
)
const often = [pack, pack, makeRoute, ...each(['start'] as const, changeRoute), ...byDriver]
/** The possible steps; frequent steps are listed several times. */
export const deliveringSteps: readonly Act[] = [
  ...often,
  ...often,
  ...often,
  planDay,
  readRoutes,
  ...each(['add', 'remove', 'reorder'] as const, changeRoute),
  ...each(['optimise', 'giveAway', 'cancel', 'complete', 'delete', 'postpone'] as const, changeRoute),
  ...each(['route.start', 'route.load', 'stop.postpone', 'note.add'] as const, drive),
  ...each(['confirm', 'ready', 'assign', 'unassign', 'handOver', 'setOff', 'approach', 'postpone'] as const, moveOrder),
  ...each(['deliver', 'failDelivery', 'replan', 'reverse', 'cancel', 'reopen', 'deleteOrder'] as const, moveOrder),
  ...each(['assignCarrier', 'removeCarrier', 'dispatchShipment', 'pickUpShipment'] as const, moveParcel),
  ...each(['deliverShipment', 'failShipment', 'replanShipment', 'checkInShipment', 'putPackages'] as const, moveParcel),
]
