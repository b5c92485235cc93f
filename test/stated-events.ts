import type { Emitted } from '#shared/http/event-names.ts'
import type { App } from '#server/app.ts'

/**
 * Checks that every write in a test publishes only events in the `emits` of its contract. Returns a function that
 * throws otherwise.
 */
export function statedEvents(app: Pick<App, 'routes' | 'onTold'>): () => void {
  const unstated = new Set<string>()
  const stated = new Map<string, readonly Emitted[]>(
    app.routes.map(({ method, path, spec }) => [`${method} ${path}`, spec.emits ?? []]),
  )
  app.onTold((announcements, source) => {
    const emits = source === undefined ? undefined : stated.get(source)
    if (!emits) return
    for (const { name } of announcements) if (!emits.includes(name)) unstated.add(`${source} announces ${name}`)
  })
  return () => {
    const found = [...unstated]
    unstated.clear()
    if (found.length > 0) throw new Error(`Not in the contract's emits: ${found.join('; ')}`)
  }
}
