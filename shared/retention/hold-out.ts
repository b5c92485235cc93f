import type { Results } from './messages-api.ts'

/** A group: number of customers, their orders, and the sum of the squared orders per customer. */
export type Tally = { customers: number; orders: number; squares: number }

const fewestCustomers = 30
const fewestOrders = 10
/** The normal distribution's critical value for a 95 % interval; from 30 in each group, the t distribution is hardly wider. */
const z95 = 1.96

const mean = ({ customers, orders }: Tally) => (customers === 0 ? null : orders / customers)

/** The squared standard error of the mean. */
function error(tally: Tally): number {
  const { customers, orders, squares } = tally
  return Math.max(0, (squares - orders ** 2 / customers) / (customers - 1)) / customers
}

/** The effect of messages, by Welch's interval for two means; no difference if a group is too small. */
export function compareGroups(message: Tally, heldOut: Tally): Results {
  const [a, b] = [mean(message), mean(heldOut)]
  const groups = {
    message: { customers: message.customers, orders: message.orders, mean: a },
    heldOut: { customers: heldOut.customers, orders: heldOut.orders, mean: b },
  }
  const isEnough =
    Math.min(message.customers, heldOut.customers) >= fewestCustomers && message.orders + heldOut.orders >= fewestOrders
  if (!isEnough || a === null || b === null) return { ...groups, difference: null }
  const margin = z95 * Math.sqrt(error(message) + error(heldOut))
  return { ...groups, difference: { mean: a - b, low: a - b - margin, high: a - b + margin } }
}
