import type { TutorialKey } from '#web/app/tutorials/pick.ts'

/**
 * Controls that a tutorial quotes but that its pages show only in one state, and which state that is. An unnecessary
 * entry fails the test: the control is visible without that state, or no longer quoted.
 */
export const controlStates: Partial<Record<TutorialKey, Readonly<Record<string, string>>>> = {
  'address-book': {
    'Clear all': 'a filter is in force',
    'Open existing': 'a contact like it is there',
    'Possible duplicates': 'a contact like it is there',
    'Which values stay': 'both contacts are chosen',
  },
  accounts: {
    'Consignment stock': 'a customer with consigned goods',
    'Post use and invoice': 'the customer has counted what was used',
    'Open existing': 'a customer like it is there',
    'Possible duplicates': 'a customer like it is there',
    'Which values stay': 'both customers are chosen',
    'What moves': 'both customers are chosen',
  },
  prospects: {
    Undo: 'a prospect has just been deleted',
  },
  inventory: {
    Change: 'products are selected',
  },
  locations: {
    'Choose zone': 'goods of the location are selected',
    'All lots, including future ones': 'a zone is chosen for a product',
  },
  kits: {
    'Choose lots': 'an order of a kit whose parts have lots',
  },
  'raw-materials': {
    'Bill of materials': 'the form of a product, with its details open',
    Manufactured: 'the form of a product, with its details open',
    'Record scrap': 'a production run is being recorded',
  },
  'sales-orders': {
    'Receive goods': 'a return that is approved',
    Complete: 'a return that was inspected',
  },
  invoices: {
    'Use credit': 'the customer has credit',
    Refund: 'the customer has credit',
  },
  routes: {
    'Save order': 'the stops have been moved',
    Discard: 'the stops have been moved',
  },
  'driver-portal': {
    'Check load': 'the driver’s page, on a route of theirs',
    'Finish load check': 'the driver’s page, on a route of theirs',
    'Start route': 'the driver’s page, on a route of theirs',
    Navigate: 'the driver’s page, on a route of theirs',
    Call: 'the driver’s page, on a route of theirs',
    Message: 'the driver’s page, on a route of theirs',
    Arrived: 'the driver’s page, on a route of theirs',
    Deliver: 'the driver’s page, on a route of theirs',
    Failed: 'the driver’s page, on a route of theirs',
  },
  'route-detail': {
    'Check load': 'the driver’s page, on a route of theirs',
    'Start route': 'the driver’s page, on a route of theirs',
    Arrived: 'the driver’s page, on a route of theirs',
    Deliver: 'the driver’s page, on a route of theirs',
    'Confirm delivery': 'the driver’s page, on a route of theirs',
    Failed: 'the driver’s page, on a route of theirs',
    'Customer absent': 'the driver’s page, on a route of theirs',
    'Confirm failed delivery': 'the driver’s page, on a route of theirs',
    'End route': 'the driver’s page, on a route of theirs',
    Postpone: 'the driver’s page, on a route of theirs',
  },
  users: {
    'Lift suspension': 'a suspended user',
  },
  retention: {
    'Create call task': 'a candidate is open',
  },
}
