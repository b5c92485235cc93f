const key = 'reloaded-for'
const missingChunk = /dynamically imported module|module script failed|preload CSS/i

/** The code of a page did not come: the server has another by now, or there is no connection. */
export const isMissingCode = (error: unknown) => error instanceof Error && missingChunk.test(error.message)

const retryMs = 2000

/** Loads the code of a page; while the server can't be reached it waits for it, and the page before stays. */
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

/** After an upgrade of the server the code of a page has another name: one reload, when the server is there, finds it. */
export async function reloadIfOutdated(error: unknown) {
  const { href } = window.location
  if (!isMissingCode(error) || sessionStorage.getItem(key) === href) return
  if (!(await isServerThere())) return
  sessionStorage.setItem(key, href)
  window.location.reload()
}

/** Where a page did not come without a connection, the browser's own error page would take the place of the app. */
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
