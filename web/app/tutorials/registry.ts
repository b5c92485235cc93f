/** A page's guided tour. */
export type Tutorial = { key: string; name: string }

const tutorials: readonly Tutorial[] = []
const prefixes = /^\/(?:crm|orders|logistics|inventory|reports)\//

/** The tutorial of a page; undefined where there is none. */
export function tutorialOf(path: string): Tutorial | undefined {
  const key = path.replace(prefixes, '')
  return tutorials.find((tutorial) => tutorial.key === key)
}
