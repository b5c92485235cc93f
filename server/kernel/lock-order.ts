/** The order in which a transaction may lock rows. Locking in another order could deadlock, so `take` throws. */
const lockRanks = {
  users: 20,
  prospect: 25,
  opportunity: 27,
  /** A customer's shelf: its counts and the orders made from them. */
  shelf: 29,
  account: 30,
  estimate: 33,
  /** A customer's credit: every command that moves a customer's money locks it, so these commands run one at a time. */
  credit: 35,
  /** Before the orders on it: a change of such an order locks the route first. */
  route: 38,
  salesOrder: 40,
  invoice: 50,
  shipment: 60,
  purchaseOrder: 65,
  stockCount: 70,
  stockCountLine: 71,
  /** One lock for all kit definitions: a change of one checks that no kit contains itself. */
  kitDefinitions: 75,
  /** A transfer, a kit order, a production run. */
  stockDocument: 80,
  /** An item whose own row, its cost, changes together with its stock. */
  item: 83,
  recall: 84,
  lot: 85,
  stock: 90,
  itemTotals: 91,
  counter: 99,
} as const
type LockKind = keyof typeof lockRanks

export interface LockOrder {
  /** Call it before locking rows of this kind; `keys` in locking order. Throws if it violates the lock order. */
  take(kind: LockKind, ...keys: string[]): void
  /** Call it for a row inserted in this transaction: no other transaction sees it, so it can be locked at any time. */
  made(kind: LockKind, key: string): void
}

export function asLockOrder(): LockOrder {
  let lastRank = 0
  let lastKind: LockKind | null = null
  const held = new Set<string>()
  let lastKey = ''
  return {
    made: (kind, key) => void held.add(`${kind}:${key}`),
    take(kind, ...keys) {
      const rank = lockRanks[kind]
      for (const key of keys) {
        const name = `${kind}:${key}`
        if (held.has(name)) continue
        if (rank < lastRank) throw new Error(`Lock order: ${name} after a lock of ${lastKind}`)
        if (rank === lastRank && key < lastKey) throw new Error(`Lock order: ${name} after ${lastKind}:${lastKey}`)
        held.add(name)
        lastRank = rank
        lastKind = kind
        lastKey = key
      }
    },
  }
}
