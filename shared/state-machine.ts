/** A transition from some states to another; its name is its key in `moves`. */
export interface Transition<S extends string> {
  from: readonly S[]
  to: S
}

export interface StateMachine<S extends string, M extends string> {
  states: readonly S[]
  /** The state of new records. */
  initial: S
  moves: Readonly<Record<M, Transition<S>>>
  /** The state after a transition, or null if it isn't allowed. */
  next(from: S, move: M): S | null
  movesFrom(from: S): M[]
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** Why something can't be done with a document: "The order is Draft; it must be Approved or Sent for this." */
export const wrongStatus = (document: string, status: string, from: readonly string[]): string =>
  `The ${document} is ${status}; it must be ${either.format(from)} for this.`

/** Creates a state machine. Throws at startup if a state is unknown or can't be reached from `initial`. */
export function stateMachine<const S extends string, const M extends string>(
  states: readonly S[],
  initial: S,
  moves: Readonly<Record<M, Transition<S>>>,
): StateMachine<S, M> {
  const names = Object.keys(moves) as M[]
  for (const name of names) {
    for (const state of [...moves[name].from, moves[name].to]) {
      if (!states.includes(state)) throw new Error(`Move ${name} names the unknown state ${state}`)
    }
  }
  const reached = new Set<S>([initial])
  for (let grown = true; grown; ) {
    grown = false
    for (const name of names) {
      const { from, to } = moves[name]
      if (!reached.has(to) && from.some((state) => reached.has(state))) grown = Boolean(reached.add(to))
    }
  }
  const lost = states.filter((state) => !reached.has(state))
  if (lost.length > 0) throw new Error(`States that no move reaches: ${lost.join(', ')}`)

  return {
    states,
    initial,
    moves,
    next: (from, move) => (moves[move]?.from.includes(from) ? moves[move].to : null),
    movesFrom: (from) => names.filter((name) => moves[name].from.includes(from)),
  }
}
