const key = 'reloaded-for'
const missingChunk = /dynamically imported module|module script failed|preload CSS/i

/** A page's chunk failed to load: the server has a newer build, or can't be reached. */
export const isMissingCode = (error: unknown) => error instanceof Error && missingChunk.test(error.message)

const retryMs = 2000

/** Loads a page's chunk; while the server can't be reached it retries, and the previous page stays. */
export async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingCode(error) || (await isServerThere())) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

/** After an upgrade the chunks have new names: reloads once, as soon as the server responds. */
export async function reloadIfOutdated(error: unknown) {
  const { href } = window.location
  if (!isMissingCode(error) || sessionStorage.getItem(key) === href) return
  if (!(await isServerThere())) return
  sessionStorage.setItem(key, href)
  window.location.reload()
}

/** Reloads only if the server responds: otherwise the browser's error page would replace the app. */
export async function reloadIfThere() {
  if (await isServerThere()) window.location.reload()
}

async function isServerThere() {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
