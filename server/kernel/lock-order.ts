/** The order in which a transaction may lock rows. Whoever locks against it could deadlock with somebody, so it throws. */
const lockRanks = {
  users: 20,
  prospect: 25,
  opportunity: 27,
  /** A customer's shelf: its counts and what is ordered from them. */
  shelf: 29,
  account: 30,
  estimate: 33,
  /** A customer's credit: whoever moves money of a customer holds it, so their acts go one after the other. */
  credit: 35,
  /** Before the orders on it: whoever changes one of them holds its route first. */
  route: 38,
  salesOrder: 40,
  invoice: 50,
  shipment: 60,
  purchaseOrder: 65,
  stockCount: 70,
  stockCountLine: 71,
  /** All definitions of kits at once: whoever changes one makes sure that none holds itself. */
  kitDefinitions: 75,
  /** A transfer, a kit order, a production run. */
  stockDocument: 80,
  /** An item whose own row changes with its stock: its cost. */
  item: 83,
  recall: 84,
  lot: 85,
  stock: 90,
  itemTotals: 91,
  counter: 99,
} as const
type LockKind = keyof typeof lockRanks

export interface LockOrder {
  /** Says that rows of this kind are about to be locked; `keys` in the order of locking. */
  take(kind: LockKind, ...keys: string[]): void
  /** Says that a row was made in this transaction: nobody else sees it, so nobody waits for it. */
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
