const key = 'reloaded-for'
const missingChunk = /dynamically imported module|module script failed|preload CSS/i

/** After an upgrade of the server the code of a page has another name: one reload, when the server is there, finds it. */
export async function reloadIfOutdated(error: unknown) {
  const { href } = window.location
  if (!(error instanceof Error && missingChunk.test(error.message)) || sessionStorage.getItem(key) === href) return
  if (!(await isServerThere())) return
  sessionStorage.setItem(key, href)
  window.location.reload()
}

async function isServerThere() {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
