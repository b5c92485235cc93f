/** Something that looks for work and does it; the order of a round is the order of the list. */
export type Round = () => Promise<unknown>

export interface Rounds {
  /** Does one round now and waits for its end. */
  now(): Promise<void>
  /** No round begins any more; waits for the one at work. */
  stop(): Promise<void>
}

/**
 * Goes round every `everyMs` after the last round's end. What fails is tried again at the next; it is told of once, until it
 * works again, so that a database that is down for an hour doesn't fill the log.
 */
export function goRound(tasks: readonly Round[], everyMs: number, onFailure: (error: unknown) => void): Rounds {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const failing = new Set<Round>()
  const round = async () => {
    for (const task of tasks) {
      if (isStopped) return
      try {
        await task()
        failing.delete(task)
      } catch (error) {
        if (!isStopped && !failing.has(task)) onFailure(error)
        failing.add(task)
      }
    }
  }
  const go = () => {
    running = running.then(round)
    return running
  }
  const again = () => {
    if (isStopped) return
    timer = setTimeout(() => void go().then(again), everyMs)
    timer.unref()
  }
  again()
  return {
    now: go,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What can wait: once an hour, the first time soon after the start. */
export function hourly(work: () => Promise<void>): () => Promise<void> {
  let next = 0
  return async () => {
    if (performance.now() < next) return
    next = performance.now() + 3_600_000
    await work()
  }
}
